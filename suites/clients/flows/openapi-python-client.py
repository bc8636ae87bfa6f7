"""The flow of ../flow-steps.ts with the client of openapi-python-client."""

from os import environ
from typing import TypeVar

from support import get_bytes, ok, put_bytes
from wac_client.api.connection import verify_connection
from wac_client.api.files import request_file_download, request_file_upload
from wac_client.api.memories import recall, remember, search_memories
from wac_client.api.messages import get_messages, send_message
from wac_client.api.tasks import block_task, create_task, list_tasks, release_task
from wac_client.client import AuthenticatedClient
from wac_client.models import (
    AgentFailure,
    BlockTaskRequest,
    CreateTaskRequest,
    ListTasksPriority,
    MemoryKind,
    ProvenancePointer,
    RecallRequest,
    ReleaseTaskRequest,
    RememberRequest,
    RememberRequestMetadata,
    RequestFileUploadRequest,
    SdkFailure,
    SendMessageRequest,
    TaskPriority,
    TaskStatus,
)

CHANNEL = environ["WAC_CHANNEL"]
CLIENT = AuthenticatedClient(base_url=environ["WAC_BASE_URL"], token=environ["WAC_API_KEY"])
T = TypeVar("T")


def success(parsed: T | AgentFailure | SdkFailure | None) -> T:
    """The success, of the type that belongs to the operation."""
    assert parsed is not None and not isinstance(parsed, (AgentFailure, SdkFailure)), parsed
    return parsed


def tasks() -> str:
    body = CreateTaskRequest(title="Renew", priority=TaskPriority.HIGH, assignee_agent_id=environ["WAC_AGENT"])
    task = success(create_task.sync(client=CLIENT, body=body)).data
    assert task.priority is TaskPriority.HIGH
    ok("create-task")
    listed = success(list_tasks.sync(client=CLIENT, priority=ListTasksPriority.HIGH)).data
    assert task.id in [each.id for each in listed]
    ok("list-tasks")
    return task.id


def messages() -> str:
    body = SendMessageRequest(channel_id=CHANNEL, content="Renewing.")
    sent = success(send_message.sync(client=CLIENT, body=body)).data
    ok("send-message")
    page = success(get_messages.sync(client=CLIENT, channel_id=CHANNEL, limit=5)).data
    assert (sent.id, "Renewing.") in [(each.id, each.content) for each in page.messages]
    ok("get-messages")
    return sent.id


def blocking(task: str) -> None:
    blocked = success(block_task.sync(client=CLIENT, body=BlockTaskRequest(task_id=task, reason="no access"))).data
    assert blocked.status is TaskStatus.BLOCKED
    ok("block-task")
    released = success(release_task.sync(client=CLIENT, body=ReleaseTaskRequest(task_id=task))).data
    assert released.id == task
    ok("release-task")


def memories(message: str) -> None:
    tag = f"tag-{message}"
    body = RememberRequest(
        content="The certificate is renewed each spring.",
        kind=MemoryKind.FACT,
        scope_id=environ["WAC_SCOPE"],
        derived_from=[ProvenancePointer(id=message)],
        metadata=RememberRequestMetadata.from_dict({"tags": [tag]}),
    )
    memory = success(remember.sync(client=CLIENT, body=body)).data
    ok("remember")
    walk = success(recall.sync(client=CLIENT, body=RecallRequest(seed_id=memory.id, depth=1))).data
    assert memory.id in [each.id for each in walk.hits]
    ok("recall")
    tagged = success(search_memories.sync(client=CLIENT, tags=[tag])).data
    assert [each.id for each in tagged.hits] == [memory.id]
    ok("search-memories by tag")


def files() -> None:
    content = b"kept by a client"
    body = RequestFileUploadRequest(
        channel_id=CHANNEL, file_name="note.txt", mime_type="text/plain", size_bytes=len(content)
    )
    upload = success(request_file_upload.sync(client=CLIENT, body=body)).data
    ok("request-file-upload")
    put_bytes(upload.upload_url, upload.headers.additional_properties, content)
    note = SendMessageRequest(channel_id=CHANNEL, content="The note.", attachment_ids=[upload.attachment_id])
    attached = success(send_message.sync(client=CLIENT, body=note)).data.attachments
    assert attached and attached[0].id == upload.attachment_id
    ok("send-message with attachment")
    download = success(
        request_file_download.sync(client=CLIENT, channel_id=CHANNEL, attachment_id=upload.attachment_id)
    ).data
    ok("request-file-download")
    get_bytes(download.signed_url, content)


def errors() -> None:
    assert success(verify_connection.sync(client=CLIENT, token=environ["WAC_TOKEN"])).data.ok is True
    ok("verify-connection")
    refused = create_task.sync(client=CLIENT, body=CreateTaskRequest(title=""))
    assert isinstance(refused, AgentFailure)
    assert (refused.error.code, refused.error.retryable) == ("invalid_input", False)
    ok("typed error")
    stranger = AuthenticatedClient(base_url=environ["WAC_BASE_URL"], token="unknown")
    unknown = recall.sync(client=stranger, body=RecallRequest(query="certificate"))
    assert isinstance(unknown, SdkFailure)
    assert unknown.error.code == "AUTH_INVALID_KEY" and isinstance(unknown.error.suggestion, str)
    ok("AUTH error code")


task_id = tasks()
message_id = messages()
blocking(task_id)
memories(message_id)
files()
errors()
