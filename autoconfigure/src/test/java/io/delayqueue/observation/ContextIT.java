package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.observation.DelayQueueObservation.Key;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import io.micrometer.common.KeyValues;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Contents of a trace, and conventions of an application. */
class ContextIT {

    private final String group = "g" + UUID.randomUUID();

    @Test
    void tasksOfTransactionShouldBeInTheTraceThatCommitsIt() {
        DataSource database = new DriverManagerDataSource("jdbc:h2:mem:" + group);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
        try (TracedInstance instance = TracedInstance.consuming(group)) {
            DelayQueueService service = instance.context().getBean(TransactionalDelayQueueService.class);
            String trace = instance.request(
                    "acme",
                    () -> transaction.executeWithoutResult(status -> {
                        service.addTask(Task.of(group, "work").build());
                        service.addTaskAsync(Task.of(group, "work").build());
                    }));
            await().until(() -> instance.spans("execute " + group + "/work").size() == 2);
            SpanData add = instance.spans("add " + group + "/work").get(0);
            assertThat(add.getTraceId()).isEqualTo(trace);
            assertThat(instance.spans("execute " + group + "/work"))
                    .extracting(SpanData::getParentSpanId)
                    .containsOnly(add.getSpanId());
            assertThat(instance.calls()).allMatch(call -> call.tenant().equals("acme"));
        }
    }

    @Test
    void interceptorsAndThreadsOfTheApplicationShouldSeeTheSpan() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (TracedInstance instance = TracedInstance.consuming(group)) {
            DelayQueueEngine engine = instance.context().getBean(DelayQueueEngine.class);
            engine.stop();
            engine.extensions().addInterceptor(invocation -> {
                seen.add("interceptor " + traceId(instance.tracer()));
                ContextSnapshot context =
                        ContextSnapshotFactory.builder().build().captureAll();
                Runnable work = () -> seen.add("other thread " + traceId(instance.tracer()));
                CompletableFuture.runAsync(context.wrap(work)).get();
                invocation.proceed();
            });
            engine.start();
            String trace = instance.request("acme", () -> instance.service()
                    .addTask(Task.of(group, "work").build()));
            await().until(() -> seen.size() == 2);
            assertThat(seen).containsExactly("interceptor " + trace, "other thread " + trace);
        }
    }

    @Test
    void stagesOfAsynchronousAddShouldSeeTheTraceThatTheyAreWrappedIn() {
        try (TracedInstance instance = TracedInstance.adding(group)) {
            Queue<String> seen = new ConcurrentLinkedQueue<>();
            String trace = instance.request("acme", () -> {
                ContextSnapshot context =
                        ContextSnapshotFactory.builder().build().captureAll();
                CompletableFuture<Void> stage = instance.service()
                        .addTaskAsync(Task.of(group, "work").build())
                        .thenAccept(context.wrap(result -> seen.add(traceId(instance.tracer()))));
                assertThat(stage).succeedsWithin(Duration.ofSeconds(30));
            });
            assertThat(seen).containsExactly(trace);
        }
    }

    /** As documented in docs/observability.md. */
    @Test
    void loopShouldBeAbleToContinueTheTraceOfPulledTask() throws Exception {
        try (TracedInstance instance = TracedInstance.consuming(group)) {
            instance.context().getBean(ServiceRegister.class).registerTopic(group, "pulled");
            String trace = instance.request("acme", () -> instance.service()
                    .addTask(Task.of(group, "pulled").build()));
            PulledTask task = instance.context()
                    .getBean(TaskPuller.class)
                    .reserve(group, "pulled", PullOptions.upTo(1), Duration.ofSeconds(30))
                    .get(0);
            ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get);
            context.setCarrier(task.headers());
            Observation.createNotStarted("orders.pulled", () -> context, instance.registry())
                    .observe(task::finish);
            assertThat(instance.spans("orders.pulled").get(0).getTraceId()).isEqualTo(trace);
        }
    }

    @Test
    void conventionsOfTheApplicationShouldTakeThePlaceOfTheDefaults() {
        try (TracedInstance instance = TracedInstance.consuming(group, beans -> {
            beans.registerBean(AddObservationConvention.class, () -> new OwnAdds());
            beans.registerBean(ExecutionObservationConvention.class, () -> new OwnExecutions());
        })) {
            instance.service().addTask(Task.of(group, "work").build());
            await().until(() -> instance.spans("run work").size() == 1);
            assertThat(instance.spans("later work")).hasSize(1);
            assertThat(instance.spans("run work").get(0).getAttributes().asMap().values())
                    .contains("shop");
        }
    }

    private static String traceId(Tracer tracer) {
        Span span = Objects.requireNonNull(tracer.currentSpan());
        return span.context().traceId();
    }

    private static final class OwnAdds extends DefaultAddObservationConvention {
        @Override
        public String getContextualName(AddObservationContext context) {
            return "later " + context.tasks().get(0).topic().topic();
        }
    }

    private static final class OwnExecutions extends DefaultExecutionObservationConvention {
        @Override
        public String getContextualName(ExecutionObservationContext context) {
            return "run " + context.task().topic();
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(ExecutionObservationContext context) {
            return super.getLowCardinalityKeyValues(context).and(Key.QUEUE.withValue("shop"));
        }
    }
}
