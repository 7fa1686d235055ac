package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Interceptors that do more than to proceed once. */
class KitInterceptorsTests extends WithKit {

    private static TaskInterceptor interceptor = invocation -> {};

    KitInterceptorsTests() {
        super(DelayQueueTestKit.builder()
                .configure(engine -> engine.extend(
                        extensions -> extensions.addInterceptor(invocation -> interceptor.intercept(invocation)))));
    }

    private static Duration seconds(long number) {
        return Duration.ofSeconds(number);
    }

    @Test
    void taskThatAnInterceptorProceedsWithTwiceShouldBeOneDelivery() {
        interceptor = invocation -> {
            try {
                invocation.proceed();
            } catch (IllegalStateException e) {
                invocation.proceed();
            }
        };
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IllegalStateException("The first time"));
        add(task("a"));
        assertThat(kit.runDue()).isOne();
        assertThat(history()).containsExactly("a#1@0.0s FINISHED");
        assertThat(log).containsExactly("a@0.0s");
    }

    @Test
    void interceptorShouldSpendTheTimeOfItsOwnTask() {
        List<String> interrupted = new ArrayList<>();
        interceptor = invocation -> {
            if (invocation.context().topic().equals("inner")) {
                spend(invocation, interrupted);
            }
            invocation.proceed();
        };
        on("outer", 1, (payload, task) -> {
            try {
                kit.spend(seconds(30));
            } catch (InterruptedException e) {
                interrupted.add(payload);
                throw e;
            }
        });
        on("inner", 1, (payload, task) -> log(payload));
        add(task("outer", "o").ttr(seconds(10)).maxAttempts(1));
        add(task("inner", "i").ttr(seconds(50)).delay(seconds(5)).maxAttempts(1));
        kit.advance(seconds(100));
        assertThat(interrupted).containsExactly("o");
        assertThat(history()).containsExactly("o#1@0.0s DEAD", "i#1@5.0s FINISHED");
        assertThat(log).containsExactly("i@25.0s");
    }

    @Test
    void taskWhoseTimeEndsInAnInterceptorShouldBeADelivery() {
        List<String> interrupted = new ArrayList<>();
        interceptor = invocation -> spend(invocation, interrupted);
        on((payload, task) -> log(payload));
        add(task("a").ttr(seconds(10)).maxAttempts(1));
        assertThat(kit.advance(seconds(100))).isOne();
        assertThat(interrupted).containsExactly("a");
        assertThat(history()).containsExactly("a#1@0.0s DEAD");
        assertThat(log).isEmpty();
    }

    private void spend(TaskInvocation invocation, List<String> interrupted) throws Exception {
        try {
            kit.spend(seconds(20));
        } catch (InterruptedException e) {
            interrupted.add(invocation.context().id());
            throw e;
        }
    }
}
