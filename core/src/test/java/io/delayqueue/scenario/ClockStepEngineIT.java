package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Redis's clock goes forward by more than a lease while callbacks run. The clock of a server cannot be moved here, so what it has
 * stored is: all times in Redis go back, and so does what the pushers and Redis say to each other about the time.
 */
@Tag(Chaos.TAG)
class ClockStepEngineIT {

    private static final Duration LEASE = Duration.ofSeconds(12);

    private static final long STEP = Duration.ofMinutes(10).toMillis();

    private static final String SHIFT = """
            for _, key in ipairs(KEYS) do
              for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
                redis.call('ZINCRBY', key, -ARGV[1], member)
              end
            end
            redis.call('DEL', ARGV[2])""";

    private static final int RUNNING = 4;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private final CountDownLatch release = engines.gate();

    private final AtomicLong ahead = new AtomicLong();

    private DelayQueueEngine start() {
        return engines.start(
                seenFromAhead(engines.backend()),
                engines.consuming(
                                (payload, context) -> {
                                    ledger.call("", context);
                                    if (!context.id().equals("crashed")) {
                                        release.await();
                                    }
                                },
                                RUNNING)
                        .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5))));
    }

    /** Keys that expire within less than the step are gone after it. No pusher asks between the two. */
    private void step() {
        synchronized (ahead) {
            ahead.addAndGet(STEP);
            server.client()
                    .eval(
                            SHIFT,
                            List.of(engines.key("RESERVED:t"), engines.key("WAITING:t"), engines.key("TOPICS")),
                            List.of(String.valueOf(STEP), engines.key("HELD")));
        }
    }

    @Test
    void whatRunsIsNotRunAgainAndWhatHasCrashedIs() {
        leasedToACrashedInstance();
        DelayQueueEngine first = start();
        start();
        for (int i = 0; i < RUNNING; i++) {
            ledger.added(first.service().addTask(engines.builder().id("a" + i).build()));
        }
        await().until(() -> ledger.runs().size() == RUNNING);
        step();
        ledger.added("crashed");
        await().until(() -> ledger.runs().size() > RUNNING);
        assertThat(ledger.runs()).extracting(Ledger.Run::id).doesNotHaveDuplicates();
        release.countDown();
        await().until(() -> ledger.lost().isEmpty() && engines.find(first, "a0").isEmpty());
        assertThat(ledger.runs()).extracting(Ledger.Run::id).doesNotHaveDuplicates();
        ledger.conclude("clock of Redis goes forward by more than a lease", 1, 0);
    }

    @Test
    void secondStepShouldHoldLeasesBackAgain() {
        DelayQueueEngine first = start();
        start();
        for (int i = 0; i < RUNNING; i++) {
            ledger.added(first.service().addTask(engines.builder().id("a" + i).build()));
        }
        await().until(() -> ledger.runs().size() == RUNNING);
        step();
        await().until(() -> server.client().exists(engines.key("HELD")));
        step();
        // Has the pusher push at once, before leases are renewed.
        ledger.added(first.service().addTask(engines.builder().id("new").build()));
        await().until(() -> leased() == RUNNING + 1);
        release.countDown();
        await().until(() ->
                engines.find(first, "a0").isEmpty() && server.client().zcard(engines.key("RESERVED:t")) == 0);
        ledger.assertEachRanOnce();
    }

    /** How many leases have not ended by the server's clock. */
    private long leased() {
        return (long) server.client()
                .eval(
                        "return redis.call('ZCOUNT', KEYS[1], redis.call('TIME')[1] .. '000', '+inf')",
                        List.of(engines.key("RESERVED:t")),
                        List.of());
    }

    /** Reserved by one that will not come back, until long after a test but not after a step. */
    private void leasedToACrashedInstance() {
        try (Backend crashed = engines.backend()) {
            TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
            engines.build().service().addTask(engines.builder().id("crashed").build());
            await().until(() -> {
                crashed.tasks().push(engines.group(), "crashed", List.of(), ExpectedTime.NONE);
                return crashed.tasks()
                                .reserve(topic, "crashed", Duration.ofMinutes(5), 1)
                                .tasks()
                                .size()
                        == 1;
            });
            crashed.tasks().resign(engines.group(), "crashed");
        }
    }

    /** The store as it is for those whose clock agrees with the stepped one. */
    private Backend seenFromAhead(Backend backend) {
        TaskStore store = backend.tasks();
        return TestPorts.with(backend, TaskStore.class, TestPorts.answering(TaskStore.class, (method, arguments) -> {
            Object[] seen = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < seen.length; i++) {
                if (seen[i] instanceof ExpectedTime expected) {
                    synchronized (ahead) {
                        seen[i] = behind(expected);
                        return ahead(method.invoke(store, seen));
                    }
                }
            }
            return method.invoke(store, seen);
        }));
    }

    private ExpectedTime behind(ExpectedTime expected) {
        return expected.millis() == 0 ? expected : new ExpectedTime(expected.millis() - ahead.get(), expected.hold());
    }

    private Object ahead(Object result) {
        if (result instanceof PushAndReserveResult pushed) {
            return new PushAndReserveResult((PushResult) ahead(pushed.push()), pushed.reservation());
        }
        if (result instanceof PushResult push) {
            return new PushResult(
                    push.elected(),
                    push.due(),
                    push.expired(),
                    push.waitMicros(),
                    push.nextTopic(),
                    push.foreignKeys(),
                    push.storeTime() + ahead.get(),
                    push.signalled());
        }
        return result;
    }
}
