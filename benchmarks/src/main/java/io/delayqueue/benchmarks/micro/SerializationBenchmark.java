package io.delayqueue.benchmarks.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.store.NewTask;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.json.JsonMapper;

/** Measures writing a task for the store, and reading it with the payload for its callback. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SerializationBenchmark {

    private static final TopicName TOPIC = new TopicName("orders", "cancel-unpaid");

    private static final TaskCallback<Order> NONE = (order, context) -> {};

    private final JsonMapper mapper = JsonMapper.shared();

    private final TaskWriter writer = new TaskWriter(mapper, AllowedCallbacks.NONE, 1 << 20, topic -> null);

    private final CallbackInvoker invoker =
            new CallbackInvoker(mapper, AllowedCallbacks.NONE, getClass().getClassLoader(), topic -> true, topic -> {});

    private final TopicCallback callback =
            new TopicCallback(TOPIC, Order.class, NONE, TopicOptions.DEFAULT, "benchmark");

    private final Task task = Task.of(TOPIC.group(), TOPIC.topic())
            .payload(Order.EXAMPLE)
            .delay(Duration.ofMinutes(30))
            .build();

    private final byte[] stored = stored(writer.write(task).detail());

    /** For JMH. */
    public SerializationBenchmark() {}

    /** Stored form: the store adds the due time at the beginning. */
    private static byte[] stored(byte[] detail) {
        return ("[1767225600000," + new String(detail, UTF_8)).getBytes(UTF_8);
    }

    /** {@return a task in the form for the store} */
    @Benchmark
    public NewTask write() {
        return writer.write(task);
    }

    /**
     * {@return a callback with its payload read}
     *
     * @throws Exception if reading is broken
     */
    @Benchmark
    public CallbackInvoker.Invocation read() throws Exception {
        return invoker.read(TOPIC, TaskJson.read(stored), callback);
    }
}
