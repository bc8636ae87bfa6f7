// The flow of ../flow-steps.ts with the client of oapi-codegen.
package main

import (
	"context"
	"net/http"
	"os"
	"slices"

	"clients/api"
)

func clientWith(key string) *api.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("WAC_BASE_URL"), api.WithRequestEditorFn(authorize))
	must(err == nil, err)
	return client
}

func tasks() string {
	agent, high := os.Getenv("WAC_AGENT"), api.TaskPriorityHigh
	body := api.CreateTaskRequest{Title: "Renew", Priority: &high, AssigneeAgentId: &agent}
	created, err := client.CreateTaskWithResponse(ctx, body)
	must(err == nil && created.JSON200 != nil, err)
	task := created.JSON200.Data
	must(task.Priority != nil && *task.Priority == high, task.Priority)
	ok("create-task")
	only := api.ListTasksParamsPriorityHigh
	listed, err := client.ListTasksWithResponse(ctx, &api.ListTasksParams{Priority: &only})
	must(err == nil && listed.JSON200 != nil, err)
	must(slices.ContainsFunc(listed.JSON200.Data, func(each api.Task) bool { return each.Id == task.Id }), "not listed")
	ok("list-tasks")
	return task.Id
}

func messages() string {
	sent, err := client.SendMessageWithResponse(ctx, api.SendMessageRequest{ChannelId: channel, Content: "Renewing."})
	must(err == nil && sent.JSON200 != nil, err)
	id := sent.JSON200.Data.Id
	ok("send-message")
	limit := 5
	page, err := client.GetMessagesWithResponse(ctx, &api.GetMessagesParams{ChannelId: channel, Limit: &limit})
	must(err == nil && page.JSON200 != nil, err)
	isSent := func(each api.MessageListItem) bool { return each.Id == id && *each.Content == "Renewing." }
	must(slices.ContainsFunc(page.JSON200.Data.Messages, isSent), "not read")
	ok("get-messages")
	return id
}

func blocking(task string) {
	blocked, err := client.BlockTaskWithResponse(ctx, api.BlockTaskRequest{TaskId: task, Reason: "no access"})
	must(err == nil && blocked.JSON200 != nil, err)
	must(*blocked.JSON200.Data.Status == api.TaskStatusBlocked, blocked.JSON200.Data.Status)
	ok("block-task")
	released, err := client.ReleaseTaskWithResponse(ctx, api.ReleaseTaskRequest{TaskId: task})
	must(err == nil && released.JSON200 != nil && released.JSON200.Data.Id == task, err)
	ok("release-task")
}

func memories(message string) {
	tags := []string{"tag-" + message}
	metadata := map[string]any{"tags": tags}
	remembered, err := client.RememberWithResponse(ctx, api.RememberRequest{
		Content:     "The certificate is renewed each spring.",
		Kind:        api.MemoryKindFact,
		ScopeId:     os.Getenv("WAC_SCOPE"),
		DerivedFrom: []api.ProvenancePointer{{Id: message}},
		Metadata:    &metadata,
	})
	must(err == nil && remembered.JSON200 != nil, err)
	id := remembered.JSON200.Data.Id
	isMemory := func(each api.Memory) bool { return each.Id == id }
	ok("remember")
	walk, err := client.RecallWithResponse(ctx, api.RecallRequest{SeedId: &id})
	must(err == nil && walk.JSON200 != nil && slices.ContainsFunc(walk.JSON200.Data.Hits, isMemory), err)
	ok("recall")
	tagged, err := client.SearchMemoriesWithResponse(ctx, &api.SearchMemoriesParams{Tags: &tags})
	must(err == nil && tagged.JSON200 != nil, err)
	must(len(tagged.JSON200.Data.Hits) == 1 && isMemory(tagged.JSON200.Data.Hits[0]), "not found by its tag")
	ok("search-memories by tag")
}

func files() {
	content := []byte("kept by a client")
	body := api.RequestFileUploadRequest{
		ChannelId: channel, FileName: "note.txt", MimeType: "text/plain", SizeBytes: len(content),
	}
	requested, err := client.RequestFileUploadWithResponse(ctx, body)
	must(err == nil && requested.JSON200 != nil, err)
	upload := requested.JSON200.Data
	ok("request-file-upload")
	putBytes(upload.UploadUrl, upload.Headers, content)
	note := api.SendMessageRequest{ChannelId: channel, Content: "The note.", AttachmentIds: &[]string{upload.AttachmentId}}
	sent, err := client.SendMessageWithResponse(ctx, note)
	must(err == nil && sent.JSON200 != nil && sent.JSON200.Data.Attachments != nil, err)
	must((*sent.JSON200.Data.Attachments)[0].Id == upload.AttachmentId, "not attached")
	ok("send-message with attachment")
	params := &api.RequestFileDownloadParams{ChannelId: channel, AttachmentId: upload.AttachmentId}
	download, err := client.RequestFileDownloadWithResponse(ctx, params)
	must(err == nil && download.JSON200 != nil, err)
	ok("request-file-download")
	getBytes(download.JSON200.Data.SignedUrl, content)
}

func errors() {
	token := os.Getenv("WAC_TOKEN")
	verified, err := client.VerifyConnectionWithResponse(ctx, &api.VerifyConnectionParams{Token: token})
	must(err == nil && verified.JSON200 != nil && verified.JSON200.Data.Ok, err)
	ok("verify-connection")
	refused, err := client.CreateTaskWithResponse(ctx, api.CreateTaskRequest{Title: ""})
	must(err == nil && refused.JSON400 != nil, err)
	must(refused.JSON400.Error.Code == "invalid_input" && !*refused.JSON400.Error.Retryable, refused.JSON400.Error)
	ok("typed error")
	query := "certificate"
	unknown, err := clientWith("unknown").RecallWithResponse(ctx, api.RecallRequest{Query: &query})
	must(err == nil && unknown.JSON401 != nil, err)
	must(unknown.JSON401.Error.Code == "AUTH_INVALID_KEY", unknown.JSON401.Error)
	must(*unknown.JSON401.Error.Suggestion != "", unknown.JSON401.Error)
	ok("AUTH error code")
}
