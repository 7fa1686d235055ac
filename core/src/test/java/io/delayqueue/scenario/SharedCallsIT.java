package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.RedisClient;

/** Adds that share calls with those of other callers. */
class SharedCallsIT {

    private static final Duration LATER = Duration.ofHours(1);

    private static final int EACH = 500;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisClient redis = RedisServer.shared().client();

    private final DelayQueueService service = engines.build().service();

    private Task task(String topic, String id) {
        return Task.of(engines.group(), topic).id(id).delay(LATER).build();
    }

    private String waiting(String topic) {
        return engines.key("WAITING:") + topic;
    }

    private void overwriteBad() {
        redis.set(waiting("bad"), "of another program");
    }

    @Test
    void addsShouldNotFailWithThoseToATopicThatRefusesThem() {
        overwriteBad();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        CountDownLatch left = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            int first = thread * EACH;
            OwnThread.start(() -> {
                for (int i = first; i < first + EACH; i++) {
                    try {
                        service.addTask(task("good", "good" + i));
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }
                left.countDown();
            });
        }
        while (left.getCount() > 0) {
            assertThatThrownBy(() -> service.addTask(task("bad", "bad")))
                    .isExactlyInstanceOf(TaskStoreException.class)
                    .hasMessageContaining("WRONGTYPE");
        }
        assertThat(failures).isEmpty();
        assertThat(redis.zcard(waiting("good"))).isEqualTo(4 * EACH);
    }

    @Test
    void asynchronousAddsShouldNotFailWithThoseToATopicThatRefusesThem() {
        overwriteBad();
        List<CompletableFuture<AddResult>> good = new ArrayList<>();
        List<CompletableFuture<AddResult>> bad = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            good.add(service.addTaskAsync(task("good", "good" + i)));
            if (i % 10 == 0) {
                bad.add(service.addTaskAsync(task("bad", "bad" + i)));
            }
        }
        assertThat(good).allSatisfy(add -> assertThat(add.join().outcome()).isEqualTo(AddResult.Outcome.ADDED));
        assertThat(bad).allSatisfy(add -> assertThatThrownBy(add::join)
                .cause()
                .isExactlyInstanceOf(TaskStoreException.class)
                .hasMessageContaining("WRONGTYPE"));
        assertThat(redis.zcard(waiting("good"))).isEqualTo(EACH);
    }

    /** The interruption of a virtual thread closes the socket that the thread reads. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "There are virtual threads from Java 21 on")
    void addsOfOthersShouldNotFailWithThoseOfAnInterruptedVirtualThread() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread interrupted = virtualThread(() -> {
            for (int i = 0; !over.get(); i++) {
                Thread.interrupted();
                try {
                    service.addTask(task("good", "interrupted" + i));
                } catch (TaskStoreUnavailableException e) {
                    assertThat(e).hasMessageContaining("Closed by interrupt");
                }
            }
        });
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> others = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int first = thread * 10 * EACH;
            others.add(virtualThread(() -> {
                for (int i = first; i < first + 10 * EACH; i++) {
                    try {
                        service.addTask(task("good", "good" + i));
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }
            }));
        }
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> {
            interrupted.interrupt();
            return others.stream().noneMatch(Thread::isAlive);
        });
        over.set(true);
        interrupted.join();
        assertThat(failures).isEmpty();
    }

    /** {@code Thread.startVirtualThread}, which Java 17 does not have. */
    private static Thread virtualThread(Runnable work) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
}
