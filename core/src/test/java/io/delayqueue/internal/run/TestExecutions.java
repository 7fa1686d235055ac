package io.delayqueue.internal.run;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Executions, and what runs them, for the tests of other packages. */
public final class TestExecutions {

    private static final byte[] DETAIL = "[0,\"t\"]".getBytes(StandardCharsets.UTF_8);

    /** Of topics without histories. */
    static final RecordWriter NO_RECORDS = new RecordWriter(topic -> null, JsonMapper.shared(), List.of());

    private TestExecutions() {}

    public static TaskExecution reserved() {
        return reserved(1, System::nanoTime);
    }

    /** Makes an execution of an attempt whose lease has begun now. */
    public static TaskExecution reserved(int attempt, LongSupplier nanoTime) {
        return reserved(attempt, 0, DETAIL, nanoTime);
    }

    static TaskExecution reserved(int attempt, long begunAt, byte[] detail, LongSupplier nanoTime) {
        return new TaskExecution(
                new TopicName("g", "t"),
                new ReservedTask(new Delivery("t", "id", 1, "i", null), attempt, 0, 0, begunAt, detail),
                0,
                nanoTime.getAsLong(),
                Duration.ofSeconds(30),
                new EngineTime(nanoTime, Clock.systemUTC(), false));
    }

    /** Makes what runs the tasks of a topic: payloads are read, classes of tasks are not called. */
    public static TaskRunner runner(
            TopicName topic,
            @Nullable TopicCallback callback,
            TopicOptions options,
            GroupContext context,
            List<TaskInterceptor> interceptors) {
        return runner(topic, callback, options, context, interceptors, NO_RECORDS);
    }

    static TaskRunner runner(
            TopicName topic,
            @Nullable TopicCallback callback,
            TopicOptions options,
            GroupContext context,
            List<TaskInterceptor> interceptors,
            RecordWriter records) {
        ClassLoader classes = TestExecutions.class.getClassLoader();
        CallbackInvoker invoker =
                new CallbackInvoker(JsonMapper.shared(), AllowedCallbacks.NONE, classes, any -> true, any -> {});
        Repeats repeats = new Repeats(null);
        return new TaskRunner(topic, callback, options, context, invoker, repeats, new Attempts(interceptors), records);
    }

    /** Makes this thread begin an attempt, and its callback return work. */
    public static void returnWork(Attempt attempt, CompletableFuture<?> work) {
        attempt.begin(AttemptCaller.ON_THREADS);
        attempt.completeWith(work);
        attempt.returned();
    }
}
