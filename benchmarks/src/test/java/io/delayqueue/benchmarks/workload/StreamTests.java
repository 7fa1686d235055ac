package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StreamTests {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Stream stream = new Stream(100, Duration.ofMillis(200), Duration.ofMillis(50), Duration.ofMillis(80));

    private final RecordingQueue queue = new RecordingQueue(items -> {});

    @Test
    void dueTimesFollowFromTheBeginAlone() {
        List<Item> plan = stream.plan(1_000_000, () -> "topic");

        assertThat(plan).hasSize(20).hasSize(stream.size());
        for (int i = 0; i < plan.size(); i++) {
            assertThat(plan.get(i).dueAt() - 1_000_000 - i * 10).isBetween(50L, 80L);
        }
        assertThat(stream.plan(1_000_000, () -> "topic"))
                .extracting(Item::dueAt)
                .isEqualTo(plan.stream().map(Item::dueAt).toList());
        assertThat(plan.stream().map(item -> item.dueAt() % 10).distinct()).hasSizeGreaterThan(3);
    }

    @Test
    void addsEveryTaskOnceAndBeforeItIsDue() throws Exception {
        List<Long> lead = new ArrayList<>();
        RecordingQueue watched = new RecordingQueue(items -> {
            synchronized (lead) {
                lead.add(items.get(0).dueAt() - System.currentTimeMillis());
            }
        });

        Stream.Sent sent = stream.run(watched, () -> "topic", PATIENCE);

        assertThat(watched.items()).extracting(Item::id).hasSize(20).doesNotHaveDuplicates();
        assertThat(sent.added()).isEqualTo(sent.planned()).isEqualTo(20);
        assertThat(sent.lastDue())
                .isEqualTo(watched.items().stream().mapToLong(Item::dueAt).max().orElseThrow());
        assertThat(lead).allMatch(millis -> millis <= 81);
    }

    @Test
    void oneSlowAddDoesNotHoldUpTheOthers() throws Exception {
        CountDownLatch others = new CountDownLatch(19);
        AtomicBoolean first = new AtomicBoolean(true);
        RecordingQueue slow = new RecordingQueue(items -> {
            if (first.compareAndSet(true, false)) {
                await(others);
            } else {
                others.countDown();
            }
        });

        stream.run(slow, () -> "topic", PATIENCE);

        assertThat(others.getCount()).isZero();
        assertThat(slow.items()).hasSize(20);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tellsOfAddsThatFail() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        RecordingQueue failing = new RecordingQueue(items -> {
            if (first.compareAndSet(true, false)) {
                throw new IllegalStateException("full");
            }
        });
        List<String> reported = new ArrayList<>();

        Stream.Sent sent = stream.run(failing, () -> "topic", PATIENCE);
        sent.report("contender", reported::add);

        assertThat(sent.added()).isEqualTo(19);
        assertThat(reported).singleElement().asString().contains("contender", "19 of 20", "full");
    }

    @Test
    void leavesUndoneWhatThereIsNoPatienceFor() throws Exception {
        Stream.Sent sent = stream.run(queue, () -> "topic", Duration.ofSeconds(-10));

        assertThat(queue.items()).isEmpty();
        assertThat(sent.added()).isZero();
        assertThat(sent.planned()).isEqualTo(20);
    }

    @Test
    void lastsNoLongerThanWanted() {
        assertThat(stream.lasting(Duration.ofMillis(50)).size()).isEqualTo(5);
        assertThat(stream.lasting(Duration.ofHours(1)).size()).isEqualTo(20);
    }
}
