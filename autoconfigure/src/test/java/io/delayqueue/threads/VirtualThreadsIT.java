package io.delayqueue.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskState;
import io.delayqueue.threads.BusyApplication.Instance;
import io.delayqueue.threads.BusyApplication.Work;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.MDC;

/** Effect of {@code spring.threads.virtual.enabled} on the Java of the tests. */
@Timeout(120)
class VirtualThreadsIT {

    private final String group = "g" + UUID.randomUUID();

    private Instance start(Work work, String... properties) {
        String[] all = Stream.concat(Stream.of("spring.threads.virtual.enabled=true"), Stream.of(properties))
                .toArray(String[]::new);
        return BusyApplication.start(group, work, beans -> {}, all);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "There are virtual threads from Java 21 on")
    void callbacksShouldRunOnVirtualThreadsWithTheirTrace() {
        Queue<String> traces = new ConcurrentLinkedQueue<>();
        try (Instance instance = start(() -> traces.add(MDC.get("traceId")))) {
            List<String> added = instance.add(100);
            await().until(() -> instance.done().size() >= added.size());
            assertThat(instance.done()).containsExactlyInAnyOrderElementsOf(added);
            assertThat(instance.runs()).allMatch(run -> isVirtual(run.thread()));
            assertThat(traces).hasSize(100).allMatch(trace -> trace.matches("[0-9a-f]{32}"));
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "There are virtual threads from Java 21 on")
    void propertyShouldChangeNothingBeforeJava21() {
        try (Instance instance = start(() -> {})) {
            instance.add(1);
            await().until(() -> instance.runs().size() == 1);
            assertThat(instance.runs().element().thread().isDaemon()).isTrue();
            assertThat(instance.runs().element().thread().getName()).startsWith("delayqueue-callback-");
        }
    }

    /** On platform threads too if there are no virtual threads. */
    @Test
    void callbackShouldBeInterruptedAtTheEndOfItsTimeToRun() {
        Queue<Thread> interrupted = new ConcurrentLinkedQueue<>();
        try (Instance instance = start(() -> sleep(interrupted), "delayqueue.ttr=1s")) {
            String id = instance.add(1).get(0);
            await().until(() -> instance.context()
                    .getBean(DelayQueueService.class)
                    .findTask(group, id)
                    .filter(task -> task.state() == TaskState.DEAD)
                    .isPresent());
            assertThat(interrupted).hasSize(2).allMatch(thread -> isVirtual(thread) == hasVirtualThreads());
        }
    }

    @Test
    void callbackShouldBeInterruptedByTheShutdownAndItsTaskGivenBack() throws Exception {
        Queue<Thread> interrupted = new ConcurrentLinkedQueue<>();
        CountDownLatch started = new CountDownLatch(1);
        Instance instance = start(
                () -> {
                    started.countDown();
                    sleep(interrupted);
                },
                "delayqueue.shutdown-timeout=0s");
        Queue<BusyApplication.Run> runs = instance.runs();
        String id = instance.add(1).get(0);
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        instance.close();
        assertThat(interrupted).hasSize(1).allMatch(thread -> isVirtual(thread) == hasVirtualThreads());
        assertThat(runs).isEmpty();
        try (Instance next = start(() -> {})) {
            await().atMost(Duration.ofSeconds(20)).until(() -> next.done().equals(List.of(id)));
        }
    }

    private static void sleep(Queue<Thread> interrupted) throws InterruptedException {
        try {
            TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
            interrupted.add(Thread.currentThread());
            throw e;
        }
    }

    private static boolean hasVirtualThreads() {
        return JRE.currentVersionNumber() >= 21;
    }

    /** The tests are compiled for Java 17. */
    private static boolean isVirtual(Thread thread) {
        if (!hasVirtualThreads()) {
            return false;
        }
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
