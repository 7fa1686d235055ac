package com.example.orders;

import io.delayqueue.AddInterceptor;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.Header;
import io.micrometer.core.instrument.Timer;
import jakarta.validation.Valid;
import java.lang.reflect.Type;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Code of docs/listeners.md. */
@SuppressWarnings("try")
class ListenerExamples {

    interface Bank {
        Mono<String> refund(long number);
    }

    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    interface Tenant extends AutoCloseable {

        static Tenant enter(@Nullable String name) {
            return () -> {};
        }

        static String current() {
            return "none";
        }

        @Override
        void close();
    }

    static class OrderGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static class BankClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Duration opensIn() {
            return Duration.ofHours(1);
        }
    }

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
    void cancelUnpaid(
            @Valid CancelOrder order,
            TaskContext context,
            @Header String tenant,
            @Header(defaultValue = "${shop.grace:5m}") Duration grace,
            @Header Optional<UUID> requestId) {
        // ...
    }

    Task drawing() {
        Type shapes = new ParameterizedTypeReference<List<Shape>>() {}.getType();
        return Task.of("drawings", "render")
                .payload(List.of(new Circle(1), new Square(2)), shapes)
                .build();
    }

    static class Asynchronous {

        private final Bank bank;

        Asynchronous(Bank bank) {
            this.bank = bank;
        }

        @DelayQueueListener(group = "orders", topic = "cancel-unpaid", concurrency = "200", ttr = "30s")
        Mono<Void> cancelUnpaid(CancelOrder order) {
            return bank.refund(order.number()).then();
        }

        @DelayQueueListener(group = "orders", topic = "cancel-unpaid")
        class CancelUnpaid implements TaskCallback<CancelOrder> {
            @Override
            public void call(CancelOrder order, TaskContext context) {
                context.completeWith(bank.refund(order.number()).toFuture());
            }
        }
    }

    @DelayQueueListener(
            group = "${shop.group}",
            topic = "#{@tenant.name}-remind",
            concurrency = "#{${shop.workers} * 2}",
            ttr = "#{@limits.remind}",
            enabled = "${shop.reminders:true}")
    void remind() {}

    @Component
    @Order(1)
    class Tenants implements TaskInterceptor {
        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            try (Tenant tenant = Tenant.enter(invocation.context().headers().get("tenant"))) {
                invocation.proceed();
            }
        }
    }

    static class Durations implements TaskInterceptor {

        private final Clock clock;

        private final Timer durations;

        Durations(Clock clock, Timer durations) {
            this.clock = clock;
            this.durations = durations;
        }

        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            Instant begin = clock.instant();
            invocation.interceptEnd(end -> {
                try {
                    end.proceed();
                } catch (OrderGoneException e) {
                    throw new RejectTaskException("the order is gone", e);
                } finally {
                    durations.record(Duration.between(begin, clock.instant()));
                }
            });
            invocation.proceed();
        }
    }

    @Component
    class Failures implements TaskErrorHandler {
        @Override
        public void onError(TaskContext context, Object payload, Throwable failure) {
            if (failure instanceof OrderGoneException) {
                throw new RejectTaskException("the order is gone", failure); // to the dead letters at once
            }
            if (failure instanceof BankClosedException closed) {
                throw new RetryTaskException(closed.opensIn(), "the bank is closed", failure);
            }
            // Returning leaves the failure as it was: retried as usual.
        }
    }

    @Component
    class SaysTenant implements AddInterceptor {
        @Override
        public Addition begin(List<Task> tasks) {
            Map<String, String> headers = Map.of("tenant", Tenant.current());
            List<Task> named = tasks.stream()
                    .map(task -> task.withHeadersOf(this, headers))
                    .toList();
            return new Addition() {
                @Override
                public List<Task> tasks() {
                    return named;
                }

                @Override
                public void end(@Nullable Throwable failure) {}
            };
        }
    }
}
