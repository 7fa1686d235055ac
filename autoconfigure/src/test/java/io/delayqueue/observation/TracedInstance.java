package io.delayqueue.observation;

import io.delayqueue.DelayQueueService;
import io.delayqueue.observation.TracedApplication.Call;
import io.delayqueue.testing.RedisServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.BaggageInScope;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Running instance of the application, with its exported spans. */
record TracedInstance(ConfigurableApplicationContext context, String group, InMemorySpanExporter exporter)
        implements AutoCloseable {

    /** Starts an instance without listeners. */
    static TracedInstance adding(String group, String... properties) {
        return start(group, beans -> {}, Stream.of(properties));
    }

    static TracedInstance consuming(String group, String... properties) {
        return consuming(group, beans -> {}, properties);
    }

    static TracedInstance consuming(String group, Beans beans, String... properties) {
        return start(group, beans, Stream.concat(Stream.of("traced.consumes=true"), Stream.of(properties)));
    }

    @FunctionalInterface
    interface Beans {
        void register(GenericApplicationContext context);
    }

    private static TracedInstance start(String group, Beans beans, Stream<String> properties) {
        InMemorySpanExporter exporter = InMemorySpanExporter.create();
        RedisServer redis = RedisServer.shared();
        ConfigurableApplicationContext context = new SpringApplicationBuilder(TracedApplication.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers((GenericApplicationContext application) -> {
                    // Exports at once, unlike Spring Boot's own.
                    application.registerBean(SpanProcessor.class, () -> SimpleSpanProcessor.create(exporter));
                    beans.register(application);
                })
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "management.tracing.sampling.probability=1",
                        "management.tracing.baggage.remote-fields=tenant",
                        "delayqueue.retry.initial-delay=10ms",
                        "delayqueue.retry.max-delay=10ms",
                        "traced.group=" + group)
                .properties(properties.toArray(String[]::new))
                .run();
        return new TracedInstance(context, group, exporter);
    }

    DelayQueueService service() {
        return context.getBean(DelayQueueService.class);
    }

    ObservationRegistry registry() {
        return context.getBean(ObservationRegistry.class);
    }

    Tracer tracer() {
        return context.getBean(Tracer.class);
    }

    @SuppressWarnings("unchecked")
    Queue<Call> calls() {
        return context.getBean("calls", Queue.class);
    }

    /** Runs an action like a web request of a tenant; returns its trace. */
    String request(String tenant, Runnable work) {
        return Observation.createNotStarted("request", registry()).observe(() -> {
            BaggageInScope baggage = tracer().createBaggageInScope("tenant", tenant);
            try {
                work.run();
                return Objects.requireNonNull(tracer().currentSpan()).context().traceId();
            } finally {
                baggage.close();
            }
        });
    }

    /** Spans with this name, in the order of their starts. */
    List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .sorted(Comparator.comparing(SpanData::getStartEpochNanos))
                .toList();
    }

    List<String> all(Function<Call, String> value) {
        return calls().stream().map(value).toList();
    }

    @Override
    public void close() {
        context.close();
    }
}
