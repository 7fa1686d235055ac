package io.delayqueue.internal.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.store.Backend;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pushers of groups that rest, and the checks that take the place of their pushes. */
class IdleChecksTests {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(900);

    private final AtomicLong now = new AtomicLong();

    /** When the checks of a node are to run again. */
    private long nextCheck;

    private boolean elected = true;

    private long waitMicros = 2_000_000;

    private Map<String, String> foreign = Map.of();

    private List<String> topics = List.of("t");

    /** What the last push expected. */
    private ExpectedTime expected = ExpectedTime.NONE;

    private final List<Map<?, ?>> checks = new ArrayList<>();

    private final Set<Object> busy = new HashSet<>();

    private @Nullable RuntimeException failure;

    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        if (failure != null) {
            throw failure;
        }
        if (method.getName().equals("findBusy")) {
            checks.add((Map<?, ?>) arguments[1]);
            return busy;
        }
        expected = (ExpectedTime) arguments[3];
        return new PushResult(elected, 0, Map.of(), waitMicros, null, foreign, 1_000_000, Set.of());
    });

    private final Backend backend = TestPorts.answering(
            Backend.class,
            (method, arguments) -> method.getName().equals("node") ? ((String) arguments[0]).split("-")[0] : store);

    /** The jobs by name, which run when a test runs them. */
    private final Map<String, BackgroundJob> jobs = new LinkedHashMap<>();

    private final List<String> woken = new ArrayList<>();

    private final Set<String> stopping = new HashSet<>();

    private final Driver threads = Drivers.threads(
            new EngineTime(now::get, Clock.systemUTC(), false),
            new Pools(Runnable::run, false, Runnable::run),
            new Outage("nowhere"));

    private final Driver driver = TestPorts.answering(Driver.class, (method, arguments) -> {
        if (method.getReturnType() != JobHandle.class) {
            return method.invoke(threads, arguments);
        }
        String name = (String) arguments[1];
        jobs.put(name, (BackgroundJob) arguments[2]);
        return TestPorts.answering(JobHandle.class, (call, none) -> switch (call.getName()) {
            case "wake" -> woken.add(name) ? null : null;
            case "stop" -> stopping.add(name) ? null : null;
            case "isStopping" -> stopping.contains(name);
            case "sinceRun" -> Duration.ZERO;
            default -> null;
        });
    });

    private final IdleChecks idle = new IdleChecks(backend, "i", driver);

    private GroupPusher pusher(String group) {
        GroupContext of = Drivers.context(new AtomicLong(), backend, driver);
        GroupContext context = new GroupContext(
                group,
                of.instance(),
                of.newest(),
                of.lease(),
                of.maxHold(),
                of.blockedAfter(),
                backend,
                driver,
                of.observers(),
                of.drained());
        return new GroupPusher(context, () -> topics, Map.of(), idle);
    }

    private long check(String node) {
        return jobs.get("idle-checks-" + node).run();
    }

    @Test
    void groupInWhichNothingIsDueShouldBeCheckedUntilItIsBusy() {
        GroupPusher pusher = pusher("a-1");
        assertThat(pusher.run()).isBetween(30 * SECOND, 60 * SECOND);
        assertThat(check("a")).isEqualTo(INTERVAL);
        assertThat(check("a")).isEqualTo(INTERVAL);
        assertThat(checks).isEqualTo(List.of(Map.of("a-1", topics), Map.of("a-1", topics)));
        assertThat(woken).isEmpty();
        busy.add("a-1");
        check("a");
        assertThat(woken).containsExactly("pusher-a-1");
        assertThat(check("a")).isEqualTo(INTERVAL);
        assertThat(checks).hasSize(3);
    }

    @Test
    void groupThatIsNotAtRestShouldBePushedASecondLaterAtMost() {
        waitMicros = 1_999_999;
        assertThat(pusher("a-1").run()).isPositive().isLessThanOrEqualTo(SECOND);
        waitMicros = 2_000_000;
        topics = IntStream.range(0, 33).mapToObj(i -> "t" + i).toList();
        assertThat(pusher("a-3").run()).isPositive().isLessThanOrEqualTo(SECOND);
        topics = List.of("t");
        foreign = Map.of("{a-4}:WAITING:t", "t");
        assertThat(pusher("a-4").run()).isPositive().isLessThanOrEqualTo(SECOND);
        assertThat(jobs.keySet()).noneMatch(name -> name.startsWith("idle"));
    }

    @Test
    void groupOfAnotherInstanceShouldBeCheckedWithoutItsTopicsUnlessTheClaimEndsSoon() {
        elected = false;
        waitMicros = 900_000;
        assertThat(pusher("a-1").run()).isLessThan(SECOND);
        waitMicros = 1_500_000;
        assertThat(pusher("a-2").run()).isBetween(30 * SECOND, 60 * SECOND);
        check("a");
        assertThat(checks).isEqualTo(List.of(Map.of("a-2", List.of())));
    }

    @Test
    void manyGroupsShouldHaveTheirTurnWithinASecondAndInPartsByNode() {
        for (int i = 0; i < 130; i++) {
            pusher("a-" + i).run();
        }
        pusher("b-1").run();
        long passed = 0;
        for (int part = 0; part < 3; part++) {
            passed += check("a");
        }
        assertThat(passed).isLessThanOrEqualTo(SECOND);
        assertThat(checks).hasSize(3).allMatch(part -> part.size() <= 64);
        assertThat(checks.stream().flatMap(part -> part.keySet().stream()).distinct())
                .hasSize(130);
        check("b");
        assertThat(checks.get(3).keySet()).isEqualTo(Set.of("b-1"));
    }

    @Test
    void groupsThatAreBusyAtTheSameTimeShouldBeFoundWithinASecond() {
        for (int i = 0; i < 1_000; i++) {
            pusher("a-" + i).run();
            busy.add("a-" + i);
        }
        rest("a", 16);
        assertThat(woken).hasSize(1_000);
        assertThat(now.get()).isLessThanOrEqualTo(SECOND);
    }

    @Test
    void groupShouldHaveItsTurnWithinASecondThoughOthersBeginToRest() {
        for (int i = 0; i < 63; i++) {
            pusher("a-" + i).run();
        }
        rest("a", 1);
        pusher("a-63").run();
        pusher("a-64").run();
        checks.clear();
        rest("a", 2);
        assertThat(now.get()).isEqualTo(INTERVAL);
        assertThat(checks.get(0).size() + checks.get(1).size()).isGreaterThanOrEqualTo(65);
    }

    private void rest(String node, int runs) {
        for (int run = 0; run < runs; run++) {
            now.addAndGet(nextCheck);
            nextCheck = check(node);
        }
    }

    @ParameterizedTest
    @MethodSource
    void groupsShouldBePushedAfterAFailure(RuntimeException thrown) {
        pusher("a-1").run();
        failure = thrown;
        assertThat(check("a")).isEqualTo(INTERVAL);
        assertThat(woken).containsExactly("pusher-a-1");
        failure = null;
        check("a");
        assertThat(checks).isEmpty();
    }

    static List<RuntimeException> groupsShouldBePushedAfterAFailure() {
        return List.of(
                new TaskStoreUnavailableException("away", null),
                new IllegalStateException("as a client of Jedis without connections of its own says"));
    }

    @Test
    void groupThatStopsShouldBeCheckedNoMoreAndTheLastOneEndsTheChecks() {
        GroupPusher one = pusher("a-1");
        GroupPusher two = pusher("a-2");
        one.run();
        two.run();
        stop("pusher-a-1", one);
        // The run under way when the pusher was stopped.
        one.run();
        check("a");
        assertThat(checks).isEqualTo(List.of(Map.of("a-2", topics)));
        assertThat(stopping).doesNotContain("idle-checks-a");
        busy.add("a-2");
        check("a");
        stop("pusher-a-2", two);
        assertThat(stopping).contains("idle-checks-a");
    }

    private void stop(String name, GroupPusher pusher) {
        stopping.add(name);
        pusher.interruptWait();
    }

    @Test
    void checksShouldCountAsPushesForTheStatusAndForTheExpectedTime() {
        GroupPusher pusher = pusher("a-1");
        pusher.run();
        for (int i = 0; i < 5; i++) {
            now.addAndGet(SECOND);
            assertThat(pusher.isPushing()).isTrue();
            check("a");
        }
        assertThat(pusher.sincePush()).isZero();
        pusher.run();
        assertThat(expected.millis()).isEqualTo(1_005_001);
        now.addAndGet(5 * SECOND);
        assertThat(pusher.isPushing()).isFalse();
        assertThat(woken).isEmpty();
        check("a");
        assertThat(woken).as("for the time").containsExactly("pusher-a-1");
        pusher.run();
        assertThat(expected.millis())
                .as("leases may not have been renewed for some seconds")
                .isEqualTo(1_002_001);
    }
}
