// The flow of ../flow-steps.ts with the client of openapi-generator.
import client.ApiClient;
import client.ApiException;
import client.api.ConnectionApi;
import client.api.FilesApi;
import client.api.MemoriesApi;
import client.api.MessagesApi;
import client.api.TasksApi;
import client.model.AgentFailure;
import client.model.BlockTaskRequest;
import client.model.CreateTaskRequest;
import client.model.MemoryKind;
import client.model.ProvenancePointer;
import client.model.RecallRequest;
import client.model.ReleaseTaskRequest;
import client.model.RememberRequest;
import client.model.RequestFileUploadRequest;
import client.model.SdkFailure;
import client.model.SendMessageRequest;
import client.model.Task;
import client.model.TaskPriority;
import client.model.TaskStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public final class Flow {
  private static final String CHANNEL = System.getenv("WAC_CHANNEL");
  private static final ApiClient CLIENT = clientWith(System.getenv("WAC_API_KEY"));
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static ApiClient clientWith(String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("WAC_BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    return client;
  }

  private static void ok(String step) {
    System.out.println("ok " + step);
  }

  private static void must(boolean holds, Object why) {
    if (!holds) throw new AssertionError(why);
  }

  private static String tasks() throws ApiException {
    TasksApi api = new TasksApi(CLIENT);
    CreateTaskRequest body = new CreateTaskRequest().title("Renew").priority(TaskPriority.HIGH);
    Task task = api.createTask(body.assigneeAgentId(System.getenv("WAC_AGENT"))).getData();
    must(task.getPriority() == TaskPriority.HIGH, task);
    ok("create-task");
    List<Task> listed = api.listTasks(null, null, null, "high", null, null, null).getData();
    must(listed.stream().anyMatch(each -> each.getId().equals(task.getId())), listed);
    ok("list-tasks");
    return task.getId();
  }

  private static String messages() throws ApiException {
    MessagesApi api = new MessagesApi(CLIENT);
    String id = api.sendMessage(new SendMessageRequest().channelId(CHANNEL).content("Renewing.")).getData().getId();
    ok("send-message");
    var read = api.getMessages(CHANNEL, 5, null, null).getData().getMessages();
    must(read.stream().anyMatch(each -> each.getId().equals(id) && "Renewing.".equals(each.getContent())), read);
    ok("get-messages");
    return id;
  }

  private static void blocking(String task) throws ApiException {
    TasksApi api = new TasksApi(CLIENT);
    Task blocked = api.blockTask(new BlockTaskRequest().taskId(task).reason("no access")).getData();
    must(blocked.getStatus() == TaskStatus.BLOCKED, blocked);
    ok("block-task");
    Task released = api.releaseTask(new ReleaseTaskRequest().taskId(task)).getData();
    must(released.getId().equals(task), released);
    ok("release-task");
  }

  private static void memories(String message) throws ApiException {
    MemoriesApi api = new MemoriesApi(CLIENT);
    List<String> tags = List.of("tag-" + message);
    RememberRequest claim = new RememberRequest()
        .content("The certificate is renewed each spring.")
        .kind(MemoryKind.FACT)
        .scopeId(System.getenv("WAC_SCOPE"))
        .derivedFrom(List.of(new ProvenancePointer().id(message)))
        .metadata(Map.of("tags", tags));
    String id = api.remember(claim).getData().getId();
    ok("remember");
    var recalled = api.recall(new RecallRequest().seedId(id)).getData().getHits();
    must(recalled.stream().anyMatch(each -> each.getId().equals(id)), recalled);
    ok("recall");
    var tagged = api.searchMemories(null, null, null, tags, null, null, null, null, null).getData().getHits();
    must(tagged.size() == 1 && tagged.get(0).getId().equals(id), tagged);
    ok("search-memories by tag");
  }

  private static void files() throws ApiException, IOException, InterruptedException {
    FilesApi api = new FilesApi(CLIENT);
    byte[] content = "kept by a client".getBytes(StandardCharsets.UTF_8);
    var file = new RequestFileUploadRequest().channelId(CHANNEL).fileName("note.txt");
    var upload = api.requestFileUpload(file.mimeType("text/plain").sizeBytes(content.length)).getData();
    ok("request-file-upload");
    var put = HttpRequest.newBuilder(URI.create(upload.getUploadUrl())).PUT(BodyPublishers.ofByteArray(content));
    upload.getHeaders().forEach((name, value) -> put.header(name, String.valueOf(value)));
    int status = HTTP.send(put.build(), BodyHandlers.discarding()).statusCode();
    must(status < 300, status);
    ok("put the bytes");
    String attachment = upload.getAttachmentId();
    var note = new SendMessageRequest().channelId(CHANNEL).content("The note.").attachmentIds(List.of(attachment));
    var attached = new MessagesApi(CLIENT).sendMessage(note).getData().getAttachments();
    must(attached.size() == 1 && attached.get(0).getId().equals(attachment), attached);
    ok("send-message with attachment");
    String url = api.requestFileDownload(CHANNEL, attachment).getData().getSignedUrl();
    ok("request-file-download");
    var got = HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray());
    must(Arrays.equals(got.body(), content), got);
    ok("get the bytes");
  }

  private static void errors() throws IOException, ApiException {
    must(new ConnectionApi(CLIENT).verifyConnection(System.getenv("WAC_TOKEN")).getData().getOk(), "not verified");
    ok("verify-connection");
    var refused = failureOf(() -> new TasksApi(CLIENT).createTask(new CreateTaskRequest().title("")), AgentFailure.class).getError();
    must("invalid_input".equals(refused.getCode()) && !refused.getRetryable(), refused);
    ok("typed error");
    MemoriesApi stranger = new MemoriesApi(clientWith("unknown"));
    var unknown = failureOf(() -> stranger.recall(new RecallRequest().query("certificate")), SdkFailure.class).getError();
    must("AUTH_INVALID_KEY".equals(unknown.getCode()) && unknown.getSuggestion() != null, unknown);
    ok("AUTH error code");
  }

  private interface Call {
    Object send() throws ApiException;
  }

  /** The body of the failure that a call ends with, as the type of its family. */
  private static <T> T failureOf(Call call, Class<T> type) throws IOException {
    try {
      throw new AssertionError(call.send());
    } catch (ApiException failed) {
      return ApiClient.createDefaultObjectMapper().readValue(failed.getResponseBody(), type);
    }
  }

  public static void main(String[] words) throws Exception {
    String task = tasks();
    String message = messages();
    blocking(task);
    memories(message);
    files();
    errors();
  }
}
