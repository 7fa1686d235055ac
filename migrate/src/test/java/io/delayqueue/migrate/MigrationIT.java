package io.delayqueue.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.testing.OwnThread;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class MigrationIT {

    private static final long HOUR = 3_600_000;

    @RegisterExtension
    final Shop shop = new Shop();

    private final OldQueue old = OldQueue.of(shop);

    private final long later = System.currentTimeMillis() + HOUR;

    private TaskInfo find(String id) {
        return shop.engine().service().findTask(shop.group(), id).orElseThrow();
    }

    private Migration.Builder withIds() {
        return shop.from(old.source()).id(payload -> "id-" + payload);
    }

    private void add(String topic, String id, String payload, long due) {
        shop.engine()
                .service()
                .addTask(Task.of(shop.group(), topic)
                        .id(id)
                        .payload(payload)
                        .at(Instant.ofEpochMilli(due))
                        .build());
    }

    @Test
    void planShouldCountAndChangeNothing() {
        old.offerNumbered("t", 0, 1_010, later);
        old.offer("due", 1_000);
        shop.server().client().rpush(shop.queue(), "was due");
        MigrationReport plan = shop.from(old.source()).build().plan();
        assertThat(plan.count(Figure.WAITING)).isEqualTo(1_011);
        assertThat(plan.count(Figure.DUE)).isEqualTo(1);
        assertThat(plan.toString())
                .contains("1,011 waiting")
                .contains("due from 1970-01-01T00:00:01Z to " + Instant.ofEpochMilli(later + 9)
                        + "; about 1 MB are needed")
                .contains("1 tasks are due already")
                .contains("no application consumes " + new TopicName(shop.group(), Shop.TOPIC));
        assertThat(old.waiting()).isEqualTo(1_011);
        assertThat(shop.tasks()).isZero();
    }

    @Test
    void moveShouldKeepPayloadsAndDueTimesInBothLayouts() {
        List<String> payloads = List.of("first layout 订单", "second layout 订单", "");
        old.offer(OldQueue.firstMember(payloads.get(0)), later);
        old.offer(OldQueue.member(payloads.get(1)), later + 1);
        old.offer(OldQueue.member(payloads.get(2)), later + 2);
        old.offer(OldQueue.member(payloads.get(1)), later + 3);
        MigrationReport report = shop.from(old.source()).build().move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(4);
        assertThat(shop.engine()
                        .service()
                        .topic(shop.group(), Shop.TOPIC)
                        .list(TaskState.DELAYED, null, 10)
                        .tasks())
                .extracting(task -> find(task.id()).payload() + task.dueAt().toEpochMilli())
                .containsExactlyInAnyOrder(
                        "\"first layout 订单\"" + later,
                        "\"second layout 订单\"" + (later + 1),
                        "\"\"" + (later + 2),
                        "\"second layout 订单\"" + (later + 3));
        old.assertClean();
        assertThat(shop.from(old.source()).build().plan().count(Figure.WAITING)).isZero();
        shop.assertNamesExpire();
    }

    @Test
    void taskShouldHaveWhatTheHookSets() {
        old.offer("42", later);
        withIds()
                .task((task, payload) -> task.key("customer-" + payload).headers(Map.of("from", "redisson")))
                .build()
                .move();
        assertThat(find("id-42").options().key()).isEqualTo("customer-42");
        assertThat(find("id-42").options().headers()).containsEntry("from", "redisson");
        assertThat(find("id-42").dueAt()).isEqualTo(Instant.ofEpochMilli(later));
    }

    @Test
    void sameIdWithOtherContentShouldBeGivenBack() {
        add(Shop.TOPIC, "id-equal", "equal", later + 500);
        add(Shop.TOPIC, "id-other", "content", later);
        add(Shop.TOPIC, "id-time", "time", later + HOUR);
        add("another", "id-topic", "topic", later);
        for (String payload : List.of("equal", "other", "time", "topic", "free", "free")) {
            old.offer(payload, later);
        }
        MigrationReport report = withIds().build().move();
        assertThat(report.toString())
                .contains("1 moved")
                .contains("2 equal to a task with the id")
                .contains("2 given back because a task with other content has the id")
                .contains("1 given back because a task of another topic has the id")
                .contains("3 left at the source");
        assertThat(old.waiting()).isEqualTo(3);
        assertThat(shop.server().client().llen(old.list())).isEqualTo(3);
        assertThat(shop.server().client().zcard(old.taken())).isZero();
        assertThat(find("id-other").payload()).isEqualTo("\"content\"");

        // They are moved when the ids are free, soon after: the names of their changes are others.
        List.of("id-other", "id-time", "id-topic")
                .forEach(id -> shop.engine().service().removeTask(shop.group(), id));
        assertThat(withIds().build().move().count(Figure.MOVED)).isEqualTo(3);
        old.assertClean();
        assertThat(find("id-time").dueAt()).isEqualTo(Instant.ofEpochMilli(later));
        shop.assertNamesExpire();
    }

    @Test
    void unreadableShouldStayAndBeCounted() {
        old.offer("no member".getBytes(UTF_8), later);
        old.offerNumbered("bad", 0, 600, later);
        old.offerNumbered("good", 0, 1_100, later);
        shop.server().client().rpush(old.list(), "without a score");
        Migration migration = shop.from(old.source())
                .payload(bytes -> {
                    if (Shop.text(bytes).startsWith("bad")) {
                        throw new IOException("cannot read this");
                    }
                    return Shop.text(bytes);
                })
                .build();
        assertThat(migration.plan().count(Figure.UNREADABLE)).isEqualTo(601);
        MigrationReport report = migration.move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(1_100);
        assertThat(report.count(Figure.UNREADABLE)).isEqualTo(601);
        assertThat(report.count(Figure.UNTIMED)).isEqualTo(1);
        assertThat(report.count(Figure.LEFT)).isEqualTo(601);
        assertThat(report.reasons()).containsEntry("IOException", 600L).containsEntry("IllegalArgumentException", 1L);
        assertThat(report.toString()).contains("cannot read this").contains("no member of an RDelayedQueue");
    }

    @Test
    void wrongDecoderShouldStopTheMoveAndTakeNothing() {
        old.offerNumbered("t", 0, 1_600, later);
        Migration migration = shop.from(old.source())
                .payload(bytes -> {
                    throw new IllegalStateException("not my bytes");
                })
                .build();
        assertThatThrownBy(migration::move)
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("more than 1,000 elements cannot be read")
                .hasMessageContaining("not my bytes")
                .hasMessageContaining("Is the decoder that of the old application");
        assertThat(old.waiting()).isEqualTo(1_600);
        assertThat(shop.tasks()).isZero();
    }

    /** Whether it was added cannot be asked without its name being taken. */
    @Test
    void elementsThatWereTakenAndCannotBeReadShouldStayTaken() {
        shop.server().client().zadd(old.taken().getBytes(UTF_8), later, OldQueue.member("bad"));
        shop.server().client().zadd(old.taken().getBytes(UTF_8), later + 1, OldQueue.member("good"));
        Migration migration = shop.from(old.source())
                .payload(bytes -> {
                    if (Shop.text(bytes).equals("bad")) {
                        throw new IllegalStateException("not my bytes");
                    }
                    return Shop.text(bytes);
                })
                .build();
        assertThat(migration.move().toString())
                .contains("2 taken earlier")
                .contains("1 moved")
                .contains("1 unreadable")
                .contains("not my bytes");
        assertThat(shop.server().client().zcard(old.taken())).isEqualTo(1);
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isEqualTo(1);
        old.assertClean();
    }

    /** An earlier call has added it, and died; then the decoder was changed. */
    @Test
    void elementThatWasAddedAndCannotBeReadShouldNotBeGivenBack() {
        old.offer("t", later);
        Migration dying = shop.from(old.source()).build();
        dying.after = step -> {
            if (step.equals("added")) {
                throw new IllegalStateException("dies");
            }
        };
        assertThatThrownBy(dying::move).isInstanceOf(MigrationException.class);
        MigrationReport unread = shop.from(old.source())
                .payload(bytes -> {
                    throw new IllegalStateException("not my bytes");
                })
                .build()
                .move();
        assertThat(unread.count(Figure.UNREADABLE)).isEqualTo(1);
        assertThat(old.waiting()).isZero();
        assertThat(shop.from(old.source()).build().move().count(Figure.RECOGNISED))
                .isEqualTo(1);
        old.assertClean();
        assertThat(shop.tasks()).isEqualTo(1);
        shop.assertNamesExpire();
    }

    /** One process cannot read it, and dies; another one can. */
    @Test
    void elementThatOnlyOneDecoderReadsShouldNotBeLost() {
        shop.server().client().zadd(old.taken().getBytes(UTF_8), later, OldQueue.member("t"));
        Migration dying = shop.from(old.source())
                .payload(bytes -> {
                    throw new IllegalStateException("not my bytes");
                })
                .build();
        dying.after = step -> {
            if (step.equals("added")) {
                throw new IllegalStateException("dies");
            }
        };
        catchThrowable(dying::move);
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isEqualTo(1);
        old.assertClean();
        assertThat(shop.tasks()).isEqualTo(1);
    }

    @Test
    void tasksThatBreakARuleShouldBeNamedByThePlanAndStay() {
        old.offer("x".repeat(2_000_000), later);
        old.offer(OldQueue.member("too late"), 1e15);
        Migration migration = shop.from(old.source()).build();
        assertThat(migration.plan().toString())
                .contains("1 × payload breaks a rule")
                .contains("1 × at breaks a rule");
        assertThat(migration.move().count(Figure.LEFT)).isEqualTo(2);
    }

    @Test
    void membersWithoutAnEntryInTheListShouldBeMoved() {
        shop.server().client().zadd(old.scores().getBytes(UTF_8), later, OldQueue.member("orphan"));
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isEqualTo(1);
        old.assertClean();
    }

    @Test
    void dueTasksShouldBeMovedOnRequest() {
        shop.start();
        for (int i = 0; i < 1_200; i++) {
            shop.server().client().rpush(shop.queue(), "due" + i, "due" + i);
        }
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isZero();
        MigrationReport report = shop.from(old.source().alsoDue()).build().move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(2_400);
        await().until(() -> shop.seen.values().stream().mapToInt(n -> n.get()).sum() == 2_400);
        assertThat(shop.server().client().exists(shop.queue())).isFalse();
        shop.assertNamesExpire();
    }

    /** Due entries have no ids: a take that is repeated takes others. */
    @Test
    @SuppressWarnings("deprecation")
    void equalDueTasksShouldNotBeLostWithTheReplyOfATake() {
        for (int i = 0; i < 1_200; i++) {
            shop.server().client().rpush(shop.queue(), "equal");
        }
        AtomicInteger takes = new AtomicInteger();
        UnifiedJedis losing = shop.closing(
                new UnifiedJedis(
                        new HostAndPort(shop.server().host(), shop.server().port())) {

                    @Override
                    public Object eval(byte[] script, List<byte[]> keys, List<byte[]> arguments) {
                        Object reply = super.eval(script, keys, arguments);
                        if (Shop.text(script).contains("= remove(") && takes.incrementAndGet() == 1) {
                            throw new JedisConnectionException("the reply is lost");
                        }
                        return reply;
                    }
                });
        RedissonQueue source = RedissonQueue.of(losing, shop.queue()).alsoDue();
        MigrationReport report = shop.from(source).build().move();
        assertThat(takes.get()).isGreaterThan(1);
        assertThat(report.count(Figure.MOVED)).isEqualTo(1_200);
        assertThat(shop.tasks()).isEqualTo(1_200);
        shop.assertNamesExpire();
    }

    /** The old application goes on: it makes tasks due, delivers, removes and adds; and there are two migrations. */
    @Test
    void twoMigrationsAndThePeerShouldShareTheTasks() {
        shop.start();
        long now = System.currentTimeMillis();
        old.offerNumbered("t", 0, 6_000, now + 200);
        List<byte[]> removable = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            removable.add(old.offer("removed" + i, now + HOUR));
        }
        AtomicInteger removed = new AtomicInteger();
        List<CompletableFuture<?>> movers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            movers.add(inThread(() -> {
                for (int n = 0; n < 4; n++) {
                    shop.from(old.source()).build().move();
                }
            }));
        }
        for (int i = 0; i < 500; i++) {
            if (old.transfer() > 0) {
                shop.server().client().lpop(shop.queue(), 100).forEach(shop::seen);
            }
            removed.addAndGet(old.remove(removable.get(499 - i)) ? 1 : 0);
            old.offer("added" + i, now + i);
        }
        movers.forEach(CompletableFuture::join);
        shop.from(old.source()).build().move();
        Set<String> expected = Shop.numbered("t", 0, 6_000);
        expected.addAll(Shop.numbered("added", 0, 500));
        shop.assertEachSeenOnce(expected);
        await().until(() -> shop.tasks() == 500 - removed.get());
        old.assertClean();
        shop.assertNamesExpire();
    }

    private static CompletableFuture<?> inThread(Runnable work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        OwnThread.start(() -> {
            try {
                work.run();
                end.complete(null);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    @Test
    void sourceThatIsTheTargetShouldBeRefused() {
        SortedSet source = SortedSet.of(shop.server().client(), shop.key("WAITING:" + Shop.TOPIC));
        add(Shop.TOPIC, "a", "payload", later);
        assertThatThrownBy(() -> shop.from(source).build().move())
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("is the target itself");
        assertThatThrownBy(() -> shop.from(source).build().plan()).isInstanceOf(MigrationException.class);
        assertThat(find("a").dueAt()).isEqualTo(Instant.ofEpochMilli(later));
    }

    /** An earlier call has added it, and died; then an operator has changed its payload. */
    @Test
    void taskThatWasAddedAndEditedShouldBeRecognised() {
        byte[] member = old.offer("before", later);
        shop.from(old.source()).build().move();
        String id = shop.engine()
                .service()
                .topic(shop.group(), Shop.TOPIC)
                .list(TaskState.DELAYED, null, 1)
                .tasks()
                .get(0)
                .id();
        shop.engine().service().removeTask(shop.group(), id);
        add(Shop.TOPIC, id, "after", later);
        shop.server().client().zadd(old.taken().getBytes(UTF_8), later, member);
        assertThat(shop.from(old.source()).build().move().count(Figure.RECOGNISED))
                .isEqualTo(1);
        old.assertClean();
        assertThat(find(id).payload()).isEqualTo("\"after\"");
    }

    @Test
    void interruptedMoveShouldStopAndGoOnLater() {
        old.offerNumbered("t", 0, 1_600, later);
        Migration migration = shop.from(old.source()).build();
        migration.after = step -> {
            if (step.equals("added")) {
                Thread.currentThread().interrupt();
            }
        };
        assertThatThrownBy(migration::move)
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("the thread was interrupted");
        assertThat(Thread.interrupted()).isTrue();
        shop.from(old.source()).build().move();
        old.assertClean();
        assertThat(shop.tasks()).isEqualTo(1_600);
    }

    @Test
    void sourceWithNothingShouldBeNamed() {
        assertThat(shop.from(old.source()).build().plan().toString())
                .contains("0 waiting")
                .contains("there is nothing of redisson:" + shop.queue())
                .endsWith("or that of the target");
    }

    @Test
    void keyOfAnotherTypeShouldBeNamed() {
        shop.server().client().set(old.list(), "text");
        assertThatThrownBy(() -> shop.from(old.source()).build().move())
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("A key of the source has another type");
    }

    @Test
    void migrationWithoutDecoderOrTargetShouldBeRefused() {
        assertThatThrownBy(() ->
                        Migration.from(old.source()).to(shop.engine(), "g", "t").build())
                .hasMessageContaining("payload must be set");
        assertThatThrownBy(
                        () -> Migration.from(old.source()).payload(Shop::text).build())
                .hasMessageContaining("to(engine, group, topic) must be called");
    }
}
