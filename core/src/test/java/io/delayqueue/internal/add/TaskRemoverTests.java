package io.delayqueue.internal.add;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TaskRemoverTests {

    @AutoClose("shutdownNow")
    private final ExecutorService executor = Executors.newCachedThreadPool();

    private final List<Object> calls = Collections.synchronizedList(new ArrayList<>());

    private final Semaphore through = new Semaphore(0);

    /** Has every task but "gone", refuses to remove "refused", and leaves what is behind "large" to a further call; each call waits until it is let through. */
    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        calls.add(arguments[1]);
        through.acquire();
        if (((List<?>) arguments[1]).contains("refused")) {
            throw new TaskStoreException("NOPERM", null);
        }
        List<TaskInfo> found = new ArrayList<>();
        for (Object id : (List<?>) arguments[1]) {
            found.add(id.equals("gone") ? null : task((String) id));
            if (id.equals("large")) {
                return found;
            }
        }
        return found;
    });

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getName().equals("tasks") ? store : Duration.ZERO);

    private final TaskRemover remover =
            new TaskRemover(backend, executor, new Observers(new WorkCounters()), new Attempts(List.of()));

    private static TaskInfo task(String id) {
        TopicName topic = new TopicName("g", "t");
        return new TaskInfo(
                topic,
                id,
                TaskState.DELAYED,
                Instant.EPOCH,
                null,
                0,
                null,
                null,
                null,
                null,
                Task.Options.NONE,
                null,
                List.of());
    }

    /** Begins to remove a task on a thread of its own; returns when that thread waits. */
    private CompletableFuture<Optional<TaskInfo>> remove(String id) {
        CompletableFuture<Optional<TaskInfo>> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(Optional.ofNullable(remover.remove("g", id).task()));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        return result;
    }

    @Test
    void ofTwoWhoRemoveATaskAtOnceOneShouldGetIt() {
        List<CompletableFuture<Optional<TaskInfo>>> first = List.of(remove("v"), remove("w"));
        CompletableFuture<Optional<TaskInfo>> one = remove("a");
        CompletableFuture<Optional<TaskInfo>> other = remove("a");
        CompletableFuture<Optional<TaskInfo>> next = remove("b");
        CompletableFuture<Optional<TaskInfo>> gone = remove("gone");
        through.release(100);
        first.forEach(result -> assertThat(result.join()).isPresent());
        assertThat(one.join()).map(TaskInfo::id).contains("a");
        assertThat(other.join()).isEmpty();
        assertThat(next.join()).map(TaskInfo::id).contains("b");
        assertThat(gone.join()).isEmpty();
        assertThat(calls).containsExactly(List.of("v"), List.of("w"), List.of("a", "b", "gone"));
    }

    @Test
    void removalThatIsRefusedShouldFailNoOther() {
        List<CompletableFuture<Optional<TaskInfo>>> first = List.of(remove("v"), remove("w"));
        CompletableFuture<Optional<TaskInfo>> one = remove("a");
        CompletableFuture<Optional<TaskInfo>> refused = remove("refused");
        CompletableFuture<Optional<TaskInfo>> again = remove("a");
        CompletableFuture<Optional<TaskInfo>> next = remove("b");
        through.release(100);
        first.forEach(result -> assertThat(result.join()).isPresent());
        assertThat(one.join()).map(TaskInfo::id).contains("a");
        assertThat(again.join()).isEmpty();
        assertThat(next.join()).map(TaskInfo::id).contains("b");
        assertThatThrownBy(refused::join)
                .cause()
                .isExactlyInstanceOf(TaskStoreException.class)
                .hasMessage("NOPERM");
        assertThat(calls)
                .containsExactly(
                        List.of("v"),
                        List.of("w"),
                        List.of("a", "refused", "b"),
                        List.of("a"),
                        List.of("refused"),
                        List.of("b"));
    }
}
