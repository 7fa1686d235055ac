package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Callback;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TaskState;
import io.delayqueue.annotation.DelayQueueListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.Order;

/** Interceptors, error handlers and diagnostic context of callbacks. */
class InterceptorsIT {

    private final String group = "g" + UUID.randomUUID();

    private Instance instance;

    @AfterEach
    void close() {
        instance.close();
    }

    private void start(ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        instance = new Instance(ShopApplication.start(group, beans, properties), group);
    }

    private void start(TaskErrorHandler handler, String... properties) {
        start(beans -> beans.registerBean(TaskErrorHandler.class, () -> handler), properties);
    }

    /** Depends on the service, which depends on the engine that it extends. */
    @Order(1)
    record Outer(Queue<String> received, DelayQueueService service) implements TaskInterceptor {
        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            received.add("outer " + invocation.payload());
            invocation.proceed();
            received.add("outer end");
        }
    }

    @Order(2)
    record Inner(Queue<String> received) implements TaskInterceptor {
        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            received.add("inner " + MDC.get("delayqueue.task"));
            invocation.proceed();
        }
    }

    @Test
    void interceptorsShouldStandAroundTheCallbackInTheirOrder() {
        start(beans -> {
            beans.registerBean(Inner.class);
            beans.registerBean(Outer.class);
        });
        String id = instance.orders().add("work", 7).id();
        await().until(() -> instance.find(id).isEmpty());
        assertThat(instance.received()).containsExactly("outer 7", "inner " + id, "work 7", "outer end");
    }

    static class Logging {

        private final Queue<String> received;

        Logging(Queue<String> received) {
            this.received = received;
        }

        @DelayQueueListener(group = "${shop.group}", topic = "logging")
        void on(TaskContext context) {
            received.add(MDC.get("delayqueue.group") + " " + MDC.get("delayqueue.topic") + " "
                    + MDC.get("delayqueue.task") + " " + MDC.get("delayqueue.attempt"));
        }
    }

    @Test
    void logsShouldKnowTheTaskUnlessThatIsSwitchedOff() {
        start(beans -> beans.registerBean(Logging.class));
        String id = instance.orders().add("logging", 1).id();
        await().untilAsserted(() -> assertThat(instance.received()).containsExactly(group + " logging " + id + " 1"));
        instance.close();
        start(beans -> beans.registerBean(Logging.class), "delayqueue.mdc.enabled=false");
        instance.orders().add("logging", 1);
        await().untilAsserted(() -> assertThat(instance.received()).containsExactly("null null null null"));
    }

    @Test
    void handlerShouldRejectWhatCannotSucceed() {
        start((context, payload, failure) -> {
            throw new RejectTaskException("refused " + payload, failure);
        });
        TaskInfo dead =
                instance.awaitDead(instance.orders().add("failing", "no luck").id());
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.lastError().message()).contains("refused no luck");
    }

    @Test
    void handlerShouldSayWhenToTryAgain() {
        start(
                (context, payload, failure) -> {
                    throw new RetryTaskException(Duration.ofMillis(1), "soon", failure);
                },
                "delayqueue.retry.initial-delay=1d",
                "delayqueue.retry.max-delay=1d");
        assertThat(instance.awaitDead(
                                instance.orders().add("failing", "no luck").id())
                        .attempts())
                .isEqualTo(3);
    }

    @Test
    void failureShouldBeRetriedAsUsualIfTheHandlerReturns() {
        start((context, payload, failure) -> {}, "delayqueue.retry.initial-delay=1ms");
        TaskInfo dead =
                instance.awaitDead(instance.orders().add("failing", "no luck").id());
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(dead.lastError().type()).isEqualTo(IOException.class.getName());
    }

    public record Failing() implements Callback {
        @Override
        public void call() throws IOException {
            throw new IOException("travelling");
        }
    }

    @Test
    void handlerShouldDecideOnCallbacksThatTravelToo() {
        start(
                (context, payload, failure) -> {
                    throw new RejectTaskException("refused", failure);
                },
                "delayqueue.allowed-callbacks=" + Failing.class.getName(),
                "delayqueue.groups." + group + "=travel");
        Task task = Task.of(group, "travel").callback(Failing.class).build();
        instance.context().getBean(DelayQueueService.class).addTask(task);
        assertThat(instance.awaitDead(task.id()).attempts()).isEqualTo(1);
    }

    private static void forEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @Test
    void endOfTheTimeToRunShouldBeAFailureWhateverTheHandlerSays() {
        start(
                beans -> {
                    beans.registerBean(Listeners.Work.class, () -> InterceptorsIT::forEver);
                    beans.registerBean(TaskErrorHandler.class, () -> (context, payload, failure) -> {
                        throw new RejectTaskException("refused", failure);
                    });
                },
                "delayqueue.ttr=1s",
                "delayqueue.max-attempts=2",
                "delayqueue.retry.initial-delay=1ms");
        TaskInfo dead = instance.awaitDead(instance.orders().add("work", 1).id());
        assertThat(dead.attempts()).isEqualTo(2);
        assertThat(dead.lastError().message()).contains("did not end within its time to run");
    }

    @Test
    void taskOfAStoppedCallbackShouldBeGivenBackWhateverTheHandlerSays() {
        CountDownLatch started = new CountDownLatch(1);
        start(
                beans -> {
                    beans.registerBean(Listeners.Work.class, () -> () -> {
                        started.countDown();
                        forEver();
                    });
                    beans.registerBean(TaskErrorHandler.class, () -> (context, payload, failure) -> {
                        throw new RejectTaskException("refused", failure);
                    });
                },
                "delayqueue.shutdown-timeout=0s");
        String id = instance.orders().add("work", 1).id();
        await().until(() -> started.getCount() == 0);
        instance.engine().stop();
        assertThat(instance.find(id).map(TaskInfo::state)).contains(TaskState.READY);
    }
}
