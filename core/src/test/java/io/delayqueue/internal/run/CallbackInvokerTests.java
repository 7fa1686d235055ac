package io.delayqueue.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.Callback;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@SuppressWarnings("NullAway")
class CallbackInvokerTests {

    public record Order(int number) {}

    /** Overloads that only the kept signature distinguishes. */
    public static final class Recorder implements Callback {

        static final List<String> CALLS = new ArrayList<>();

        private final String made;

        public Recorder(String text) {
            made = "text " + text;
        }

        public Recorder(int number) {
            made = "number " + number;
        }

        public Recorder(Order order, List<Order> more) {
            made = order + " " + more;
        }

        public Recorder(String first, Exception failure) {
            throw new IllegalStateException("constructor");
        }

        @Override
        public void call() throws Exception {
            CALLS.add(made);
            if (made.equals("text fail")) {
                throw new java.io.IOException("callback");
            }
        }
    }

    public static final class NoCallback {}

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final TaskContext CONTEXT = null;

    private final AllowedCallbacks allowed = new AllowedCallbacks(List.of("io.delayqueue.internal.run.*"));

    private boolean declared = true;

    private final CallbackInvoker invoker = new CallbackInvoker(
            JsonMapper.shared(), allowed, getClass().getClassLoader(), topic -> declared, topic -> {});

    @BeforeEach
    void forget() {
        Recorder.CALLS.clear();
    }

    private static TaskDetail detail(@Nullable String payload, @Nullable CallbackReference callback) {
        byte[] json = payload == null ? null : payload.getBytes(UTF_8);
        return new TaskDetail(null, Instant.EPOCH, Instant.EPOCH, json, callback, Task.Options.NONE, null);
    }

    private static TopicCallback local(Class<?> type, TaskCallback<?> callback) {
        return new TopicCallback(TOPIC, type, callback, TopicOptions.DEFAULT, "test");
    }

    private void carry(Object... arguments) throws Exception {
        Task task = Task.of("g", "t").callback(Recorder.class, arguments).build();
        String written = new String(
                new TaskWriter(JsonMapper.shared(), allowed, 10_000, topic -> null)
                        .write(task)
                        .detail(),
                UTF_8);
        TaskDetail read = TaskJson.read(("[1," + written).getBytes(UTF_8));
        invoker.read(TOPIC, read, null).call(CONTEXT);
    }

    @Test
    void prepareShouldReadThePayloadAsItsType() throws Exception {
        List<Object> got = new ArrayList<>();
        TaskCallback<Order> callback = (order, context) -> got.add(order);
        invoker.read(TOPIC, detail("{\"number\":7}", null), local(Order.class, callback))
                .call(CONTEXT);
        assertThat(got).containsExactly(new Order(7));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "null")
    void payloadThatIsMissingShouldBeUnreadableWhereTheCallbackRequiresOne(@Nullable String json) {
        for (Type required : List.of(Order.class, new TypeReference<Pair<Order>>() {}.getType(), int.class)) {
            assertThatThrownBy(() -> invoker.read(
                            TOPIC,
                            detail(json, null),
                            new TopicCallback(TOPIC, required, (order, context) -> {}, TopicOptions.DEFAULT, "test")))
                    .isInstanceOf(UnreadableTaskException.class)
                    .hasMessageContaining(required.getTypeName());
        }
        assertThatThrownBy(() -> invoker.read(
                        TOPIC,
                        detail(json, null),
                        new TopicCallback(
                                TOPIC, String.class, (text, context) -> {}, TopicOptions.DEFAULT, "test", true)))
                .isInstanceOf(UnreadableTaskException.class);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "null")
    void payloadThatIsMissingShouldBeNullForOtherCallbacks(@Nullable String json) throws Exception {
        List<Object> got = new ArrayList<>();
        TaskCallback<Object> callback = (payload, context) -> got.add(payload);
        for (TopicCallback local : List.of(
                local(Integer.class, callback),
                local(Map.class, callback),
                new TopicCallback(TOPIC, Order.class, callback, TopicOptions.DEFAULT, "test", false))) {
            invoker.read(TOPIC, detail(json, null), local).call(CONTEXT);
        }
        assertThat(got).containsExactly(null, null, null);
    }

    record Pair<T>(T one, T other) {}

    @Test
    void prepareShouldGiveAnEmptyOptionalForAPayloadThatIsMissing() throws Exception {
        List<Object> got = new ArrayList<>();
        TaskCallback<Optional<Order>> callback = (order, context) -> got.add(order);
        invoker.read(TOPIC, detail(null, null), local(Optional.class, callback)).call(CONTEXT);
        assertThat(got).containsExactly(Optional.empty());
    }

    @Test
    void prepareShouldSayWhatDoesNotFit() {
        TaskCallback<Long> primitive = (number, context) -> {};
        assertThatThrownBy(() -> invoker.read(TOPIC, detail(null, null), local(long.class, primitive)))
                .isInstanceOf(UnreadableTaskException.class)
                .hasMessage("The task has no payload, which does not fit long");
        TaskCallback<Order> callback = (order, context) -> {};
        assertThatThrownBy(() -> invoker.read(TOPIC, detail("[1]", null), local(Order.class, callback)))
                .isInstanceOf(UnreadableTaskException.class)
                .hasMessageStartingWith("The payload does not fit " + Order.class.getName()
                        + " at line 1, column 1: Cannot deserialize value of type")
                .hasMessageNotContaining("Source");
        TaskCallback<Map<String, List<Order>>> nested = (orders, context) -> {};
        Type orders = new TypeReference<Map<String, List<Order>>>() {}.getType();
        assertThatThrownBy(() -> invoker.read(
                        TOPIC,
                        detail("{\"shop\":[{\"number\":1},{\"number\":\"many\"}]}", null),
                        new TopicCallback(TOPIC, orders, nested, TopicOptions.DEFAULT, "test")))
                .hasMessageStartingWith("The payload does not fit java.util.Map<java.lang.String, java.util.List<"
                        + Order.class.getName() + ">> at shop[1].number: Cannot deserialize value of type `int`");
        TaskCallback<List<Order>> list = (all, context) -> {};
        Type listType = new TypeReference<List<Order>>() {}.getType();
        assertThatThrownBy(() -> invoker.read(
                        TOPIC,
                        detail("{\"number\":1}", null),
                        new TopicCallback(TOPIC, listType, list, TopicOptions.DEFAULT, "test")))
                .hasMessageStartingWith("The payload does not fit java.util.List<" + Order.class.getName()
                        + ">, which is one payload without batchSize");
        assertThatThrownBy(() -> invoker.read(TOPIC, detail("1", null), null))
                .isInstanceOf(UnreadableTaskException.class)
                .hasMessage("There is no callback for the topic g/t here, and the task carries none");
    }

    @Test
    void aTopicThatNobodyDeclaredHereShouldBeAnotherApplications() throws Exception {
        declared = false;
        assertThat(invoker.read(TOPIC, detail("1", null), null)).isNull();
    }

    @Test
    void aCarriedCallbackShouldBeMadeWithTheConstructorItWasAddedWith() throws Exception {
        carry("3");
        carry(3);
        carry(new Order(1), List.of(new Order(2)));
        assertThat(Recorder.CALLS).containsExactly("text 3", "number 3", "Order[number=1] [Order[number=2]]");
    }

    @Test
    void aCarriedCallbackShouldGoBeforeTheTopics() throws Exception {
        TaskCallback<Order> callback = (order, context) -> Recorder.CALLS.add("local");
        CallbackReference reference = new CallbackReference(
                Recorder.class.getName(),
                List.of("java.lang.String"),
                JsonMapper.shared().readTree("[\"x\"]"));
        invoker.read(TOPIC, detail(null, reference), local(Order.class, callback))
                .call(CONTEXT);
        assertThat(Recorder.CALLS).containsExactly("text x");
    }

    @Test
    void whatTheCallbackOrItsConstructorThrowsShouldArriveAsItIs() {
        assertThatThrownBy(() -> carry("fail"))
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("callback");
        assertThatThrownBy(() -> carry("a", null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("constructor");
    }

    @Test
    void aClassThatIsNotAllowedShouldNotBeLoaded() {
        unreadable("java.lang.Runtime", List.of(), "[]", "The callback class java.lang.Runtime is not allowed here");
        unreadable(
                "io.delayqueue.internal.runEvil",
                List.of(),
                "[]",
                "The callback class io.delayqueue.internal.runEvil is not allowed here");
    }

    @Test
    void aClassThatIsGoneOrHasChangedShouldBeNamed() {
        unreadable(
                "io.delayqueue.internal.run.Gone",
                List.of(),
                "[]",
                "The callback class io.delayqueue.internal.run.Gone cannot be loaded: io.delayqueue.internal.run.Gone");
        unreadable(
                NoCallback.class.getName(),
                List.of(),
                "[]",
                "The callback class " + NoCallback.class.getName() + " does not implement io.delayqueue.Callback");
        unreadable(
                Recorder.class.getName(),
                List.of("long"),
                "[1]",
                "The callback class " + Recorder.class.getName() + " no longer has a public constructor [long]");
    }

    @Test
    void argumentsThatDoNotFitShouldBeNamed() {
        String constructor = "public " + Recorder.class.getName() + "(int)";
        unreadable(Recorder.class.getName(), List.of("int"), "[1,2]", "The arguments do not fit " + constructor);
        unreadable(Recorder.class.getName(), List.of("int"), "{}", "The arguments do not fit " + constructor);
        unreadable(
                Recorder.class.getName(),
                List.of("int"),
                "[\"x\"]",
                "The arguments do not fit " + constructor + ": Cannot deserialize");
    }

    private void unreadable(String className, List<String> signature, String arguments, String message) {
        CallbackReference reference =
                new CallbackReference(className, signature, JsonMapper.shared().readTree(arguments));
        assertThatThrownBy(() -> invoker.read(TOPIC, detail(null, reference), null))
                .isInstanceOf(UnreadableTaskException.class)
                .hasMessageStartingWith(message);
    }
}
