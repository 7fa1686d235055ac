package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadReason;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that are postponed or too late, on Redis. */
class ExpiryIT {

    private static final Duration SOON = Duration.ofMillis(200);

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    private final Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine consuming(TopicOptions options) {
        return engines.start(engines.consuming((payload, context) -> begun.add(context.id()), options)
                .andThen(builder -> builder.extend(extensions -> extensions.addDeadLetterListener(letters::add))));
    }

    private TaskInfo find(DelayQueueEngine engine, String id) {
        return engines.find(engine, id).orElseThrow();
    }

    private static void awaitTime(Instant instant) {
        await().until(() -> Instant.now().isAfter(instant));
    }

    /** Makes tasks wait in a paused topic for longer than the time within which an attempt may begin. */
    private void addLate(DelayQueueEngine engine, int number) {
        engine.service().topic(engines.group(), TestEngines.TOPIC).pause();
        engine.service()
                .addTasks(IntStream.range(0, number)
                        .mapToObj(i ->
                                engines.builder().id("late" + i).within(SOON).build())
                        .toList());
        engine.service().addTask(engines.builder().id("in-time").within(LATER).build());
        awaitTime(Instant.now().plus(SOON).plusMillis(1));
        engine.service().topic(engines.group(), TestEngines.TOPIC).resume();
    }

    @Test
    void manyLateTasksShouldBecomeDeadLettersAndOthersRun() {
        DelayQueueEngine engine =
                consuming(TopicOptions.builder().concurrency(2).build());
        addLate(engine, 300);
        engines.awaitState(engine, "late299", TaskState.DEAD);
        await().until(() -> letters.size() == 300);
        await().until(() -> engines.find(engine, "in-time").isEmpty());
        assertThat(begun).containsExactly("in-time");
        for (String id : List.of("late0", "late299")) {
            TaskInfo dead = find(engine, id);
            assertThat(dead.state()).isEqualTo(TaskState.DEAD);
            assertThat(dead.attempts()).isZero();
            assertThat(dead.lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
            assertThat(dead.lastError().stack()).isNull();
            assertThat(dead.failedAttempts()).isEmpty();
        }
        assertThat(letters).allSatisfy(letter -> assertThat(letter.attempts()).isZero());
    }

    @Test
    void lateTasksShouldLeaveNothingIfTheyAreDropped() {
        DelayQueueEngine engine = consuming(TopicOptions.builder()
                .within(SOON)
                .whenExpired(WhenExpired.DROP)
                .build());
        addLate(engine, 20);
        await().until(() -> server.client().hlen(engines.key("DETAIL")) == 0);
        assertThat(begun).containsExactly("in-time");
        assertThat(letters).isEmpty();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void pullConsumerShouldNotGetALateTask() {
        DelayQueueEngine engine = engines.start(builder -> {});
        Pulls pulls = Pulls.from(engine, engines);
        addLate(engine, 3);
        engine.service()
                .addTask(engines.builder()
                        .id("repeating")
                        .at(Instant.now().minus(LATER))
                        .repeat(Repeat.fixedRate(LATER.plus(LATER)))
                        .within(SOON)
                        .build());
        PulledTask task = pulls.next();
        assertThat(task.id()).isEqualTo("in-time");
        task.finish();
        assertThat(pulls.look()).isEmpty();
        assertThat(find(engine, "late0").lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
        assertThat(find(engine, "late2").attempts()).isZero();
        TaskInfo repeating = find(engine, "repeating");
        assertThat(repeating.state()).isEqualTo(TaskState.DELAYED);
        assertThat(repeating.dueAt()).isAfter(Instant.now());
        assertThat(repeating.lastRun().failed()).isTrue();
    }

    @Test
    void pullConsumerShouldPostponeATaskWithoutSpendingAnAttempt() {
        DelayQueueEngine engine = engines.start(builder -> {});
        Pulls pulls = Pulls.from(engine, engines);
        engine.service().addTask(engines.builder().id("a").build());
        Instant before = Instant.now();
        pulls.next().later(LATER, "busy");
        TaskInfo waiting = find(engine, "a");
        assertThat(waiting.state()).isEqualTo(TaskState.DELAYED);
        assertThat(waiting.stateUntil()).isAfter(before.plus(LATER).minusMillis(1));
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.lastError().type()).isEqualTo(RetryTaskException.class.getName());
        assertThat(waiting.lastError().message()).isEqualTo("busy");
        engine.service().runTaskNow(engines.group(), "a");
        PulledTask again = pulls.next();
        assertThat(again.attempt()).isEqualTo(1);
        again.retry(Duration.ZERO, "no");
        PulledTask second = pulls.next();
        assertThat(second.attempt()).isEqualTo(2);
        engine.puller().lease(second.receipt()).later(Duration.ZERO, "busy");
        PulledTask last = pulls.next();
        assertThat(last.attempt()).isEqualTo(2);
        assertThat(find(engine, "a").failedAttempts())
                .extracting(FailedAttempt::attempt)
                .containsExactly(1);
        last.finish();
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }
}
