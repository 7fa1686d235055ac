package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.WakeUps.Subscription;
import io.delayqueue.testing.OwnThread;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What instances on every store tell each other. */
public abstract class WakeUpsContract extends BackendFixture {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private final AtomicInteger alive = new AtomicInteger();

    private final Subscription subscription;

    private @Nullable CompletableFuture<?> run;

    protected WakeUpsContract(Backend backend) {
        super(backend);
        this.subscription = backend.wakeUps().open(new Recorder());
    }

    /** Words for what concerns the test's group. */
    private final class Recorder implements WakeUps.Listener {

        @Override
        public void subscribed() {
            heard.add("subscribed");
        }

        @Override
        public void earlierTask(String ofGroup) {
            heard.add("head of " + ofGroup);
        }

        @Override
        public void pusherResigned(String ofGroup) {
            heard.add("resigned " + ofGroup);
        }

        @Override
        public void paused(TopicName paused) {
            heard.add("paused " + paused);
        }

        @Override
        public void removed(TopicName of, String id, long number, boolean replaced) {
            heard.add((replaced ? "replaced " : "removed ") + of + " " + id + " " + number);
        }

        @Override
        public void interrupted(TopicName of, String id, long number) {
            heard.add("interrupted " + of + " " + id + " " + number);
        }

        @Override
        public void registryChanged() {
            heard.add("register");
        }

        @Override
        public void alive() {
            alive.incrementAndGet();
        }
    }

    @BeforeEach
    void subscribe() {
        subscription.follow(List.of(group));
        run = CompletableFuture.runAsync(subscription::run, OwnThread::start);
        await().untilAsserted(() -> assertThat(heard).contains("subscribed"));
        heard.clear();
    }

    @AfterEach
    void unsubscribe() {
        subscription.close();
        assertThat(run).succeedsWithin(10, TimeUnit.SECONDS);
    }

    /** What was heard so far: all that came before a message that is sent now. */
    protected List<String> heard() {
        topics().pause(new TopicName(group, "end"));
        String end = "paused " + new TopicName(group, "end");
        await().untilAsserted(() -> assertThat(heard).contains(end));
        List<String> before = heard.subList(0, heard.indexOf(end)).stream()
                .filter(words -> !words.equals("register"))
                .toList();
        heard.clear();
        return before;
    }

    @Test
    void newHeadShouldBeAnnounced() {
        addAt("a", 3_000);
        assertThat(heard()).containsExactly("head of " + group);
        addAt("b", 4_000);
        assertThat(heard()).isEmpty();
        addAt("c", 2_000);
        assertThat(heard()).containsExactly("head of " + group);
    }

    /** Long ago, so that it does not matter how fast the test is. */
    private void addAt(String id, long millis) {
        store().add(group, List.of(TestTasks.task("t", id, millis, false, detail("t", id))));
    }

    @Test
    void headThatThePusherReadsByItselfShouldNotBeAnnounced() {
        add("a", 60_000);
        store().reschedule(group, "a", 30_000, true);
        assertThat(heard()).isEmpty();
        store().reschedule(group, "a", 500, true);
        assertThat(heard()).containsExactly("head of " + group);
    }

    @Test
    void aRetryAndANextRunAreHeadsToo() {
        Delivery a = reserved("a");
        Delivery b = reserved("b");
        heard();
        acknowledge(new Outcome.Retry(a, 0, null, true));
        assertThat(heard()).containsExactly("head of " + group);
        acknowledge(new Outcome.NextOccurrence(b, Outcome.NextOccurrence.Timing.AT, 1_000, null));
        assertThat(heard()).containsExactly("head of " + group);
    }

    @Test
    void resignationOfAPusherShouldBeAnnounced() {
        store().push(group, "i", List.of(), ExpectedTime.NONE);
        store().resign(group, "other");
        assertThat(heard()).isEmpty();
        store().resign(group, "i");
        assertThat(heard()).containsExactly("resigned " + group);
    }

    @Test
    void everyPauseShouldBeAnnounced() {
        topics().pause(topic);
        topics().pause(topic);
        topics().resume(topic);
        assertThat(heard()).containsExactly("paused " + topic, "paused " + topic);
    }

    @Test
    void holdOfATopicByAReleaseShouldBeAnnounced() {
        Delivery delivery = reserved("a");
        heard();
        acknowledge(new Outcome.Released(delivery, true, new Outcome.Hold(null, 60_000)));
        assertThat(heard()).containsExactly("paused " + topic);
    }

    /** Instances give back what has not begun, as they do for a paused topic. */
    @Test
    void pauseOfAReservedTaskShouldBeAnnounced() {
        reserved("a");
        add("delayed", 60_000);
        heard();
        store().edit(group, "delayed", (json, task) -> new TaskEdit.Edited(json, TaskEdit.PAUSED_UNTIL));
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json, null));
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json, 1L));
        assertThat(heard()).isEmpty();
        store().edit(group, "a", (json, task) -> new TaskEdit.Edited(json, TaskEdit.PAUSED_UNTIL));
        assertThat(heard()).containsExactly("paused " + topic);
    }

    @Test
    void removalOfARunningTaskShouldBeAnnounced() {
        Delivery removed = reserved("a");
        Delivery replaced = reserved("b");
        Delivery withItsTopic = reserved("c");
        Delivery finished = reserved("d");
        heard();
        store().remove(group, List.of("a"));
        add("b", 60_000, Priority.NORMAL, IfExists.REPLACE);
        acknowledge(new Outcome.Finished(finished));
        topics().removeTasks(topic, null);
        assertThat(heard())
                .containsExactly(
                        "removed " + topic + " a " + removed.number(),
                        "replaced " + topic + " b " + replaced.number(),
                        "removed " + topic + " c " + withItsTopic.number());
    }

    @Test
    void changesThatAreMadeOnceShouldBeAnnouncedOnce() {
        Delivery removed = reserved("a");
        Delivery replaced = reserved("b");
        heard();
        AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
        List<Change> changes = List.of(
                new Change.Remove("1", "a"),
                new Change.Add("2", new NewTask("t", "b", 60_000, true, detail("t", "b"), mode)),
                new Change.Add("3", TestTasks.task("t", "c", 3_000, false, detail("t", "c"))));
        List<String> words = List.of(
                "removed " + topic + " a " + removed.number(),
                "replaced " + topic + " b " + replaced.number(),
                "head of " + group);
        for (int i = 0; i < changes.size(); i++) {
            for (int sending = 0; sending < 2; sending++) {
                store().apply(group, List.of(changes.get(i)), 4_000_000_000_000L);
            }
            assertThat(heard()).containsExactly(words.get(i));
        }
    }

    @Test
    void interruptionOfARunningTaskShouldNameItsNewestDelivery() {
        Delivery first = reserved("a");
        add("delayed", 60_000);
        heard();
        assertThat(store().interrupt(group, "a", null)).isTrue();
        assertThat(store().interrupt(group, "delayed", null)).isFalse();
        assertThat(store().interrupt(group, "unknown", null)).isFalse();
        assertThat(heard()).containsExactly("interrupted " + topic + " a " + first.number());
        acknowledge(new Outcome.Retry(first, 0, null, true));
        assertThat(store().interrupt(group, "a", null)).isFalse();
        untilTheNextMillisecond();
        Delivery second = pushed();
        heard();
        assertThat(store().interrupt(group, "a", null)).isTrue();
        assertThat(heard()).containsExactly("interrupted " + topic + " a " + second.number());
        acknowledge(new Outcome.Dead(second, "{}"));
        assertThat(store().interrupt(group, "a", null)).isFalse();
        assertThat(heard()).isEmpty();
    }

    @Test
    void interruptionOfAnAttemptShouldNotReachTheNextOne() {
        Delivery first = reserved("a");
        Instant firstAt = reservedAt("a");
        assertThat(store().interrupt(group, "a", firstAt.minusMillis(1))).isFalse();
        assertThat(store().interrupt(group, "unknown", firstAt)).isFalse();
        heard();
        assertThat(store().interrupt(group, "a", firstAt)).isTrue();
        assertThat(heard()).containsExactly("interrupted " + topic + " a " + first.number());
        acknowledge(new Outcome.Retry(first, 0, null, true));
        assertThat(store().interrupt(group, "a", firstAt)).isFalse();
        untilTheNextMillisecond();
        Delivery second = pushed();
        heard();
        assertThat(store().interrupt(group, "a", firstAt)).isFalse();
        assertThat(heard()).isEmpty();
        assertThat(store().interrupt(group, "a", reservedAt("a"))).isTrue();
        assertThat(heard()).containsExactly("interrupted " + topic + " a " + second.number());
    }

    /** What is stored of a later delivery differs from what is stored of a first one. */
    @Test
    void interruptionShouldBeConfirmedForTheDeliveryThatIsMeant() {
        Delivery first = reserved("a");
        Delivery other = reserved("other");
        assertThat(store().isInterruptRequested(group, first)).isFalse();
        store().interrupt(group, "a", null);
        store().interrupt(group, "a", null);
        assertThat(store().isInterruptRequested(group, first)).isTrue();
        assertThat(store().isInterruptRequested(group, other)).isFalse();
        assertThat(store().renew(group, List.of(first), LEASE)).as("stale").isEmpty();
        assertThat(store().isInterruptRequested(group, first)).as("renewed").isTrue();
        acknowledge(new Outcome.Retry(first, 0, "{}", true));
        untilTheNextMillisecond();
        Delivery second = pushed();
        assertThat(store().isInterruptRequested(group, first)).isFalse();
        assertThat(store().isInterruptRequested(group, second)).isFalse();
        store().interrupt(group, "a", null);
        assertThat(store().isInterruptRequested(group, second)).isTrue();
        assertThat(find("a").attempts()).isEqualTo(2);
        assertThat(acknowledge(new Outcome.Released(second, false))).as("stale").isEmpty();
        assertThat(find("a").attempts()).isEqualTo(1);
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        store().remove(group, List.of("a"));
        assertThat(store().isInterruptRequested(group, second)).isFalse();
    }

    private Instant reservedAt(String id) {
        return store().find(group, List.of(id)).get(0).reservedAt();
    }

    @Test
    void changesOfTheRegistryShouldReachAll() {
        TopicName added = new TopicName(group + "-2", "t");
        for (Runnable change : List.<Runnable>of(
                () -> backend.registry().register(added.group(), List.of(added.topic())),
                () -> backend.registry().unregister(added.group(), added.topic()),
                () -> backend.registry().unregister(added.group(), null))) {
            heard.clear();
            change.run();
            await().untilAsserted(() -> assertThat(heard).contains("register"));
        }
    }

    @Test
    void groupsAreHeardFromWhenTheyAreFollowed() {
        TopicName other = new TopicName(group + "-2", "t");
        topics().pause(other);
        assertThat(heard()).isEmpty();
        subscription.follow(List.of(group, other.group()));
        await().untilAsserted(() -> {
            topics().pause(other);
            assertThat(heard()).contains("paused " + other);
        });
        subscription.follow(List.of(group));
        await().untilAsserted(() -> {
            topics().pause(other);
            assertThat(heard()).isEmpty();
        });
        subscription.ping();
        assertThat(heard()).isEmpty();
    }

    @Test
    void heartbeatShouldComeBack() {
        for (int i = 1; i <= 3; i++) {
            int before = alive.get();
            subscription.ping();
            await().untilAsserted(() -> assertThat(alive).hasValueGreaterThan(before));
        }
    }

    @Test
    void aSubscriptionThatWasClosedHearsNothing() {
        Subscription closed = backend.wakeUps().open(new Recorder());
        closed.close();
        closed.run();
        assertThat(heard()).isEmpty();
    }
}
