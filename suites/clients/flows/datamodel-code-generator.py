"""The flow of ../flow-steps.ts: requests made from the models of datamodel-code-generator, responses parsed with them."""

from os import environ
from typing import TypeVar

import httpx
from pydantic import BaseModel

import models as m
from support import get_bytes, ok, put_bytes

CHANNEL = environ["WAC_CHANNEL"]
HTTP = httpx.Client(
    base_url=environ["WAC_BASE_URL"], headers={"authorization": f"Bearer {environ['WAC_API_KEY']}"}
)
M = TypeVar("M", bound=BaseModel)


def post(path: str, body: BaseModel, model: type[M], status: int = 200, key: str | None = None) -> M:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    content = body.model_dump_json(exclude_unset=True, by_alias=True)
    return parsed(HTTP.post(path, content=content, headers=headers), model, status)


def get(path: str, model: type[M], **query: str | int | list[str]) -> M:
    return parsed(HTTP.get(path, params=query), model, 200)


def parsed(response: httpx.Response, model: type[M], status: int) -> M:
    assert response.status_code == status, response.text
    return model.model_validate_json(response.content)


def tasks() -> str:
    body = m.CreateTaskRequest(title="Renew", priority=m.TaskPriority.high, assigneeAgentId=environ["WAC_AGENT"])
    task = post("/v1/agent/create-task", body, m.CreateTaskSuccess).data
    assert task.priority is m.TaskPriority.high
    ok("create-task")
    listed = get("/v1/agent/list-tasks", m.ListTasksSuccess, priority="high").data
    assert task.id in [each.id for each in listed]
    ok("list-tasks")
    return task.id


def messages() -> str:
    body = m.SendMessageRequest(channelId=CHANNEL, content="Renewing.")
    sent = post("/v1/agent/send-message", body, m.SendMessageSuccess).data
    ok("send-message")
    page = get("/v1/agent/get-messages", m.GetMessagesSuccess, channelId=CHANNEL, limit=5).data
    assert (sent.id, "Renewing.") in [(each.id, each.content) for each in page.messages]
    ok("get-messages")
    return sent.id


def blocking(task: str) -> None:
    block = m.BlockTaskRequest(taskId=task, reason="no access")
    assert post("/v1/agent/block-task", block, m.BlockTaskSuccess).data.status is m.TaskStatus.blocked
    ok("block-task")
    release = m.ReleaseTaskRequest(taskId=task)
    assert post("/v1/agent/release-task", release, m.ReleaseTaskSuccess).data.id == task
    ok("release-task")


def memories(message: str) -> None:
    tag = f"tag-{message}"
    claim = m.RememberRequest(
        content="The certificate is renewed each spring.",
        kind=m.MemoryKind.fact,
        scope_id=environ["WAC_SCOPE"],
        derived_from=[m.ProvenancePointer(id=message)],
        metadata={"tags": [tag]},
    )
    memory = post("/v1/sdk/remember", claim, m.RememberSuccess).data
    ok("remember")
    walk = post("/v1/sdk/recall", m.RecallRequest(seed_id=memory.id, depth=1), m.RecallSuccess).data
    assert memory.id in [each.id for each in walk.hits]
    ok("recall")
    tagged = get("/v1/agent/search-memories", m.SearchMemoriesSuccess, tags=[tag]).data
    assert [each.id for each in tagged.hits] == [memory.id]
    ok("search-memories by tag")


def files() -> None:
    content = b"kept by a client"
    body = m.RequestFileUploadRequest(
        channelId=CHANNEL, fileName="note.txt", mimeType="text/plain", sizeBytes=len(content)
    )
    upload = post("/v1/agent/request-file-upload", body, m.RequestFileUploadSuccess).data
    ok("request-file-upload")
    put_bytes(str(upload.uploadUrl), upload.headers, content)
    note = m.SendMessageRequest(channelId=CHANNEL, content="The note.", attachmentIds=[upload.attachmentId])
    attached = post("/v1/agent/send-message", note, m.SendMessageSuccess).data.attachments
    assert attached and attached[0].id == upload.attachmentId
    ok("send-message with attachment")
    path = "/v1/agent/request-file-download"
    file = get(path, m.RequestFileDownloadSuccess, channelId=CHANNEL, attachmentId=upload.attachmentId).data
    ok("request-file-download")
    get_bytes(str(file.signedUrl), content)


def errors() -> None:
    verified = get("/v1/agent/verify-connection", m.VerifyConnectionSuccess, token=environ["WAC_TOKEN"]).data
    assert verified.ok is True
    ok("verify-connection")
    # The models refuse an empty title themselves, so the task is bound to a channel that does not exist.
    foreign = m.CreateTaskRequest(title="Renew", channelId="unknown")
    refused = post("/v1/agent/create-task", foreign, m.AgentFailure, status=404).error
    assert (refused.code, refused.retryable) == ("not_found", False)
    ok("typed error")
    query = m.RecallRequest(query="certificate")
    unknown = post("/v1/sdk/recall", query, m.SdkFailure, status=401, key="unknown").error
    assert unknown.code == "AUTH_INVALID_KEY" and isinstance(unknown.suggestion, str)
    ok("AUTH error code")


task_id = tasks()
message_id = messages()
blocking(task_id)
memories(message_id)
files()
errors()
