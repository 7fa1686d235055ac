package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallbacks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Payload types of classes with type variables. */
class GenericPayloadsTests {

    record Order(long number) {}

    @Test
    void methodsOfSuperclassShouldReadWhatTheSubclassSays() {
        Listening.to(Orders.class).run(context -> {
            assertThat(read(context, "one", "{'number':42}")).isEqualTo(new Order(42));
            assertThat(read(context, "many", "[{'number':42}]")).isEqualTo(List.of(new Order(42)));
            assertThat(read(context, "nested", "{'a':[{'number':42}]}")).isEqualTo(Map.of("a", List.of(new Order(42))));
            assertThat(read(context, "array", "[{'number':42}]")).isEqualTo(new Order[] {new Order(42)});
        });
    }

    @Test
    void methodThatOverridesAGenericOneShouldBeFoundOnce() {
        Listening.to(Orders.class).run(context -> {
            assertThat(callback(context, "bridged").payloadType()).isEqualTo(Order.class);
            call(context, "bridged", new Order(42));
            assertThat(context.getBean(Orders.class).seen).containsExactly(new Order(42));
            assertThat(context.getBean(TopicCallbacks.class).topics()).hasSize(5);
        });
    }

    @Test
    void variablesThatStandForGenericTypesShouldKeepThem() {
        Listening.to(OrderLists.class).run(context -> {
            assertThat(read(context, "one", "[{'number':42}]")).isEqualTo(List.of(new Order(42)));
            assertThat(read(context, "many", "[[{'number':42}]]")).isEqualTo(List.of(List.of(new Order(42))));
        });
    }

    @Test
    void callbackBeanShouldReadWhatItSaysToItsSuperclass() {
        Listening.to(OrderBatches.class).run(context -> assertThat(read(context, "batch", "{'a':[{'number':42}]}"))
                .isEqualTo(Map.of("a", List.of(new Order(42)))));
    }

    @Test
    void methodsShouldReadWhatTheBeanMethodSays() {
        Listening.to(BeanMethods.class).run(context -> {
            assertThat(read(context, "plain", "[{'number':42}]")).isEqualTo(List.of(new Order(42)));
            assertThat(read(context, "wild", "[{'number':42}]")).isEqualTo(List.of(new Order(42)));
        });
    }

    @Test
    void typesWithoutVariablesShouldBeReadAsTheyAre() {
        Listening.to(NoVariables.class).run(context -> {
            assertThat(read(context, "lists", "[[{'number':42}]]")).isEqualTo(new List<?>[] {List.of(new Order(42))});
            assertThat(read(context, "any", "[{'number':42}]")).isEqualTo(List.of(Map.of("number", 42)));
            assertThat(read(context, "bound", "[{'number':42}]")).isEqualTo(List.of(new Order(42)));
        });
    }

    @Test
    void variableThatNobodyReplacesShouldFailAndNameMethodAndBean() {
        Listening.to(Plain.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("payload type")
                .hasMessageContaining(Plain.class.getName() + ".on")
                .hasMessageContaining("'genericPayloadsTests.Plain'"));
    }

    private static Object read(ApplicationContext context, String topic, String json) {
        JsonMapper mapper = JsonMapper.shared();
        return mapper.readValue(
                json.replace('\'', '"'),
                mapper.constructType(callback(context, topic).payloadType()));
    }

    abstract static class Generic<T> {

        final List<Object> seen = new ArrayList<>();

        @DelayQueueListener(group = "g", topic = "one")
        void one(T payload) {}

        @DelayQueueListener(group = "g", topic = "many")
        void many(List<T> payload) {}

        @DelayQueueListener(group = "g", topic = "nested")
        void nested(TaskContext context, Map<String, List<T>> payload) {}

        @DelayQueueListener(group = "g", topic = "array")
        void array(T[] payload) {}

        abstract void bridged(T payload);
    }

    static class Orders extends Generic<Order> {
        @Override
        @DelayQueueListener(group = "g", topic = "bridged")
        void bridged(Order order) {
            seen.add(order);
        }
    }

    static class OrderLists extends Generic<List<Order>> {
        @Override
        void bridged(List<Order> orders) {}
    }

    abstract static class Batches<T> implements TaskCallback<Map<String, List<T>>> {
        @Override
        public void call(Map<String, List<T>> payload, TaskContext context) {}
    }

    @DelayQueueListener(group = "g", topic = "batch")
    static class OrderBatches extends Batches<Order> {}

    static class Plain<T> {
        @DelayQueueListener(group = "g", topic = "plain")
        void on(List<T> payload) {}
    }

    static class NoVariables {
        @DelayQueueListener(group = "g", topic = "lists")
        void lists(List<Order>[] payload) {}

        @DelayQueueListener(group = "g", topic = "any")
        void any(List<?> payload) {}

        @DelayQueueListener(group = "g", topic = "bound")
        void bound(List<? extends Order> payload) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BeanMethods {
        @Bean
        Plain<Order> plain() {
            return new Plain<>();
        }

        @Bean
        @DelayQueueListener(group = "g", topic = "wild")
        TaskCallback<? super List<Order>> wild() {
            return (payload, context) -> {};
        }
    }
}
