// The flow of ../flow-steps.ts with the client of ogen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"clients/api"
)

type key string

func (k key) AgentKey(context.Context, api.OperationName) (api.AgentKey, error) {
	return api.AgentKey{Token: string(k)}, nil
}

func clientWith(secret string) *api.Client {
	client, err := api.NewClient(os.Getenv("WAC_BASE_URL"), key(secret))
	must(err == nil, err)
	return client
}

// as is the response as the type that belongs to one status.
func as[T any](response any, err error) T {
	must(err == nil, err)
	typed, is := response.(T)
	must(is, fmt.Sprintf("%T: %+v", response, response))
	return typed
}

func tasks() string {
	body := api.CreateTaskRequest{
		Title:           "Renew",
		Priority:        api.NewOptTaskPriority(api.TaskPriorityHigh),
		AssigneeAgentId: api.NewOptString(os.Getenv("WAC_AGENT")),
	}
	created, err := client.CreateTask(ctx, &body)
	task := as[*api.CreateTaskSuccess](created, err).Data
	must(task.Priority.Value == api.TaskPriorityHigh, task.Priority)
	ok("create-task")
	params := api.ListTasksParams{Priority: api.NewOptListTasksPriority(api.ListTasksPriorityHigh)}
	listed, err := client.ListTasks(ctx, params)
	isTask := func(each api.Task) bool { return each.ID == task.ID }
	must(slices.ContainsFunc(as[*api.ListTasksSuccess](listed, err).Data, isTask), "not listed")
	ok("list-tasks")
	return task.ID
}

func messages() string {
	sent, err := client.SendMessage(ctx, &api.SendMessageRequest{ChannelId: channel, Content: "Renewing."})
	id := as[*api.SendMessageSuccess](sent, err).Data.ID
	ok("send-message")
	page, err := client.GetMessages(ctx, api.GetMessagesParams{ChannelId: channel, Limit: api.NewOptInt(5)})
	isSent := func(each api.MessageListItem) bool { return each.ID == id && each.Content.Value == "Renewing." }
	must(slices.ContainsFunc(as[*api.GetMessagesSuccess](page, err).Data.Messages, isSent), "not read")
	ok("get-messages")
	return id
}

func blocking(task string) {
	blocked, err := client.BlockTask(ctx, &api.BlockTaskRequest{TaskId: task, Reason: "no access"})
	status := as[*api.BlockTaskSuccess](blocked, err).Data.Status
	must(status.Value == api.TaskStatusBlocked, status)
	ok("block-task")
	released, err := client.ReleaseTask(ctx, &api.ReleaseTaskRequest{TaskId: task})
	must(as[*api.ReleaseTaskSuccess](released, err).Data.ID == task, "another task")
	ok("release-task")
}

func memories(message string) {
	tag := "tag-" + message
	tags, err := json.Marshal([]string{tag})
	must(err == nil, err)
	remembered, err := client.Remember(ctx, &api.RememberRequest{
		Content:     "The certificate is renewed each spring.",
		Kind:        api.MemoryKindFact,
		ScopeID:     os.Getenv("WAC_SCOPE"),
		DerivedFrom: []api.ProvenancePointer{{ID: message}},
		Metadata:    api.NewOptRememberRequestMetadata(api.RememberRequestMetadata{"tags": tags}),
	})
	id := as[*api.RememberSuccess](remembered, err).Data.ID
	isMemory := func(each api.Memory) bool { return each.ID == id }
	ok("remember")
	walk, err := client.Recall(ctx, &api.RecallRequest{SeedID: api.NewOptString(id)})
	must(slices.ContainsFunc(as[*api.RecallSuccess](walk, err).Data.Hits, isMemory), "not recalled")
	ok("recall")
	found, err := client.SearchMemories(ctx, api.SearchMemoriesParams{Tags: []string{tag}})
	hits := as[*api.SearchMemoriesSuccess](found, err).Data.Hits
	must(len(hits) == 1 && isMemory(hits[0]), "not found by its tag")
	ok("search-memories by tag")
}

func files() {
	content := []byte("kept by a client")
	requested, err := client.RequestFileUpload(ctx, &api.RequestFileUploadRequest{
		ChannelId: channel, FileName: "note.txt", MimeType: "text/plain", SizeBytes: len(content),
	})
	upload := as[*api.RequestFileUploadSuccess](requested, err).Data
	ok("request-file-upload")
	headers := map[string]any{}
	for name, raw := range upload.Headers {
		var value any
		err := json.Unmarshal(raw, &value)
		must(err == nil, err)
		headers[name] = value
	}
	putBytes(upload.UploadUrl, headers, content)
	note := api.SendMessageRequest{ChannelId: channel, Content: "The note.", AttachmentIds: []string{upload.AttachmentId}}
	sent, err := client.SendMessage(ctx, &note)
	attachments := as[*api.SendMessageSuccess](sent, err).Data.Attachments.Value
	must(len(attachments) == 1 && attachments[0].ID == upload.AttachmentId, attachments)
	ok("send-message with attachment")
	params := api.RequestFileDownloadParams{ChannelId: channel, AttachmentId: upload.AttachmentId}
	download, err := client.RequestFileDownload(ctx, params)
	url := as[*api.RequestFileDownloadSuccess](download, err).Data.SignedUrl
	ok("request-file-download")
	getBytes(url, content)
}

func errors() {
	verified, err := client.VerifyConnection(ctx, api.VerifyConnectionParams{Token: os.Getenv("WAC_TOKEN")})
	must(as[*api.VerifyConnectionSuccess](verified, err).Data.Ok, "not verified")
	ok("verify-connection")
	// The client refuses an empty title itself, so the task is bound to a channel that does not exist.
	foreign := api.CreateTaskRequest{Title: "Renew", ChannelId: api.NewOptString("unknown")}
	created, err := client.CreateTask(ctx, &foreign)
	refused := as[*api.CreateTaskNotFound](created, err).Error
	must(refused.Code == "not_found" && !refused.Retryable.Value, refused)
	ok("typed error")
	recalled, err := clientWith("unknown").Recall(ctx, &api.RecallRequest{Query: api.NewOptString("certificate")})
	unknown := as[*api.RecallUnauthorized](recalled, err).Error
	must(unknown.Code == "AUTH_INVALID_KEY" && unknown.Suggestion.Value != "", unknown)
	ok("AUTH error code")
}
