package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.CONTEXT;
import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.annotation.AliasFor;

/** Parameters and exceptions of methods with {@link DelayQueueListener}. */
class ListenerMethodsTests {

    record Order(long number) {}

    private static final Order ORDER = new Order(42);

    @Test
    void methodShouldGetPayloadAndContextInItsOrder() {
        Listening.to(Parameters.class).run(context -> {
            List<Object> seen = context.getBean(Parameters.class).seen;
            for (String topic : List.of("payload", "both", "reversed", "context", "nothing", "static", "private")) {
                call(context, topic, ORDER);
            }
            assertThat(seen)
                    .containsExactly(
                            List.of(ORDER),
                            List.of(ORDER, CONTEXT),
                            List.of(CONTEXT, ORDER),
                            List.of(CONTEXT),
                            List.of(),
                            List.of(ORDER, "private"));
        });
    }

    @Test
    void payloadTypeShouldBeThatOfTheParameter() {
        Listening.to(Parameters.class).run(context -> {
            assertThat(callback(context, "payload").payloadType()).isEqualTo(Order.class);
            assertThat(callback(context, "reversed").payloadType()).isEqualTo(Order.class);
            assertThat(callback(context, "nothing").payloadType()).isEqualTo(Object.class);
            assertThat(callback(context, "list").payloadType())
                    .isEqualTo(new ParameterizedTypeReference<List<Order>>() {}.getType());
        });
    }

    @Test
    void payloadThatIsMissingShouldBeNull() {
        Listening.to(Parameters.class).run(context -> {
            call(context, "both", null);
            assertThat(context.getBean(Parameters.class).seen).containsExactly(Arrays.asList(null, CONTEXT));
        });
    }

    @Test
    void whatTheMethodThrowsShouldArriveAsItIs() {
        Listening.to(Throwing.class).run(context -> {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> call(context, "checked", null))
                    .withMessage("checked");
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> call(context, "unchecked", null))
                    .withMessage("unchecked")
                    .withNoCause();
            assertThatThrownBy(() -> call(context, "error", null))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("error");
        });
    }

    @Test
    void methodOfSuperclassAndOfInterfaceShouldCount() {
        Listening.to(Inheriting.class).run(context -> {
            call(context, "inherited", ORDER);
            call(context, "default", ORDER);
            call(context, "overridden", ORDER);
            assertThat(context.getBean(Inheriting.class).seen).containsExactly("inherited", "default", "overriding");
        });
    }

    @Test
    void annotationOfTheApplicationShouldCountIfItIsMadeOfOurs() {
        Listening.to(WithOwnAnnotation.class)
                .run(context -> assertThat(callback(context, "own").options().concurrency())
                        .isEqualTo(1));
    }

    static class Parameters {

        final List<Object> seen = new ArrayList<>();

        @DelayQueueListener(group = "g", topic = "payload")
        public void payload(Order order) {
            seen.add(List.of(order));
        }

        @DelayQueueListener(group = "g", topic = "both")
        public void both(Order order, TaskContext context) {
            seen.add(Arrays.asList(order, context));
        }

        @DelayQueueListener(group = "g", topic = "reversed")
        protected int reversed(TaskContext context, Order order) {
            seen.add(List.of(context, order));
            return 42;
        }

        @DelayQueueListener(group = "g", topic = "context")
        void context(TaskContext context) {
            seen.add(List.of(context));
        }

        @DelayQueueListener(group = "g", topic = "nothing")
        void nothing() {
            seen.add(List.of());
        }

        @DelayQueueListener(group = "g", topic = "list")
        void list(List<Order> orders) {}

        @DelayQueueListener(group = "g", topic = "static")
        static void statically(Order order) {}

        @DelayQueueListener(group = "g", topic = "private")
        private void privately(Order order) {
            seen.add(List.of(order, "private"));
        }
    }

    static class Throwing {

        @DelayQueueListener(group = "g", topic = "checked")
        void checked() throws IOException {
            throw new IOException("checked");
        }

        @DelayQueueListener(group = "g", topic = "unchecked")
        void unchecked() {
            throw new IllegalStateException("unchecked");
        }

        @DelayQueueListener(group = "g", topic = "error")
        void error() {
            throw new AssertionError("error");
        }
    }

    interface Defaults {

        List<String> seen();

        @DelayQueueListener(group = "g", topic = "default")
        default void byDefault(Order order) {
            seen().add("default");
        }
    }

    static class Superclass {

        final List<String> seen = new ArrayList<>();

        @DelayQueueListener(group = "g", topic = "inherited")
        void inherited(Order order) {
            seen.add("inherited");
        }

        @DelayQueueListener(group = "g", topic = "overridden")
        void overridden(Order order) {
            seen.add("overridden");
        }
    }

    static class Inheriting extends Superclass implements Defaults {

        @Override
        public List<String> seen() {
            return seen;
        }

        @Override
        void overridden(Order order) {
            seen.add("overriding");
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @DelayQueueListener(group = "g", topic = "unset", concurrency = "1")
    @interface OneAtATime {
        @AliasFor(annotation = DelayQueueListener.class)
        String topic();
    }

    static class WithOwnAnnotation {
        @OneAtATime(topic = "own")
        void on() {}
    }
}
