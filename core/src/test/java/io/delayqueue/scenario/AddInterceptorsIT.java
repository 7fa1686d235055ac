package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddInterceptor;
import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Task;
import io.delayqueue.TaskExistsException;
import io.delayqueue.engine.TestEngines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Interceptors of adds. */
class AddInterceptorsIT {

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    private final AtomicInteger spans = new AtomicInteger();

    private DelayQueueService service(AddInterceptor... interceptors) {
        return engines.build(builder ->
                        builder.extend(extensions -> List.of(interceptors).forEach(extensions::interceptAdds)))
                .service();
    }

    private AddInterceptor named(String name) {
        return tasks -> {
            events.add(name + " begins " + ids(tasks));
            return new Recording(name, tasks);
        };
    }

    private static List<String> ids(List<Task> tasks) {
        return tasks.stream().map(Task::id).toList();
    }

    private class Recording implements AddInterceptor.Addition {

        private final String name;

        private final List<Task> tasks;

        private Recording(String name, List<Task> tasks) {
            this.name = name;
            this.tasks = tasks;
        }

        @Override
        public List<Task> tasks() {
            return tasks;
        }

        @Override
        public void end(@Nullable Throwable failure) {
            events.add(name + " ends with "
                    + (failure == null ? "success" : failure.getClass().getSimpleName()));
        }
    }

    /** Gives each add another header, as a trace does. */
    private AddInterceptor tracing() {
        return tasks -> new Recording(
                "trace",
                tasks.stream()
                        .map(task -> task.withHeadersOf("trace", Map.of("span", "s" + spans.incrementAndGet())))
                        .toList());
    }

    private Map<String, String> headers(DelayQueueService service, String id) {
        return engines.find(service, id).orElseThrow().headers();
    }

    @Test
    void interceptorsEncloseTheAddAndTheFirstIsOutermost() {
        DelayQueueService service = service(named("one"), named("two"));
        service.addTask(engines.builder().id("a").delay(LATER).build());
        assertThat(events)
                .containsExactly("one begins [a]", "two begins [a]", "two ends with success", "one ends with success");
    }

    @Test
    void bulkIsOneAddAndAnEmptyOneIsNone() {
        DelayQueueService service = service(named("one"));
        service.addTasks(List.of(
                engines.builder().id("a").delay(LATER).build(),
                Task.of(engines.group(), "u").id("b").delay(LATER).build()));
        assertThat(service.addTasks(List.of())).isEmpty();
        assertThat(events).containsExactly("one begins [a, b]", "one ends with success");
    }

    @Test
    void asynchronousAddEndsWhenItIsDone() throws Exception {
        DelayQueueService service = service(tracing(), named("one"));
        service.addTaskAsync(engines.builder().id("a").delay(LATER).build()).get();
        assertThat(events).containsExactly("one begins [a]", "one ends with success", "trace ends with success");
        assertThat(headers(service, "a")).containsEntry("span", "s1");
    }

    @Test
    void failureShouldBeReportedAsTheCallerGetsIt() {
        DelayQueueService service = service(named("one"));
        Task taken = engines.builder().id("a").delay(LATER).build();
        service.addTask(taken);
        events.clear();
        Task other = engines.builder()
                .id("a")
                .payload("other")
                .ifExists(IfExists.FAIL)
                .build();
        assertThatThrownBy(() -> service.addTask(other)).isInstanceOf(TaskExistsException.class);
        assertThatThrownBy(() -> service.addTaskAsync(other).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TaskExistsException.class);
        await().until(() -> events.size() == 4);
        assertThat(events)
                .containsExactly(
                        "one begins [a]",
                        "one ends with TaskExistsException",
                        "one begins [a]",
                        "one ends with TaskExistsException");
    }

    /** A payload that cannot be written. */
    static final class Broken {

        public String getName() {
            throw new InternalError("meant to be");
        }
    }

    @Test
    void interceptorWhoseEndThrowsChangesNothing() {
        DelayQueueService service = service(named("one"), tasks -> new Recording("two", tasks) {
            @Override
            public void end(@Nullable Throwable failure) {
                throw new AssertionError("meant to be");
            }
        });
        service.addTask(engines.builder().id("a").delay(LATER).build());
        assertThat(events).containsExactly("one begins [a]", "one ends with success");
    }

    @Test
    void headersAreAddedToTheTasksOwnWhichGoFirst() {
        DelayQueueService service = service(tracing());
        service.addTask(engines.builder()
                .id("a")
                .delay(LATER)
                .headers(Map.of("mine", "1"))
                .build());
        service.addTask(engines.builder()
                .id("b")
                .delay(LATER)
                .headers(Map.of("span", "my own"))
                .build());
        assertThat(headers(service, "a")).isEqualTo(Map.of("mine", "1", "span", "s1"));
        assertThat(headers(service, "b")).isEqualTo(Map.of("span", "my own"));
    }

    /** A caller that does not know whether an add arrived adds the same task again; its content must not seem to be another task's. */
    @Test
    void taskThatIsAddedAgainKeepsTheHeadersOfTheFirstAdd() {
        DelayQueueService service = service(tracing());
        Task task = engines.task(LATER);
        assertThat(service.addTask(task).outcome()).isEqualTo(AddResult.Outcome.ADDED);
        assertThat(service.addTask(task).outcome()).isEqualTo(AddResult.Outcome.EXISTED);
        assertThat(headers(service, task.id())).isEqualTo(Map.of("span", "s1"));
    }

    @Test
    void interceptorThatThrowsStopsTheAddAndTheOthersHearOfIt() {
        DelayQueueService service = service(named("one"), tasks -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(() -> service.addTask(engines.builder().id("a").build()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
        assertThat(service.addTaskAsync(engines.builder().id("a").build())).isCompletedExceptionally();
        assertThat(engines.find(service, "a")).isEmpty();
        assertThat(events)
                .containsExactly(
                        "one begins [a]",
                        "one ends with IllegalStateException",
                        "one begins [a]",
                        "one ends with IllegalStateException");
    }

    @Test
    void interceptorMustNotExchangeTasks() {
        DelayQueueService service = service(tasks ->
                new Recording("thief", List.of(engines.builder().id("other").build())));
        assertThatThrownBy(() -> service.addTask(engines.builder().id("a").build()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must add the same tasks in the same order");
        assertThat(engines.find(service, "other")).isEmpty();
    }
}
