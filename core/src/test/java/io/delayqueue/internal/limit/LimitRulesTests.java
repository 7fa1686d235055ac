package io.delayqueue.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an instance declares, and what a store answers that only takes notes. */
class LimitRulesTests {

    private static final Limit STRIPE = Limit.of("orders", "stripe").concurrency(8);

    /** What the store asks of live instances: another one declares that. */
    private static final Map.Entry<String, String> WAITS = Map.entry("%stripe", "4||");

    private static final Changes NOTHING = new Changes(new TreeMap<>(), new TreeMap<>());

    private final Declaration mine =
            new Declaration(List.of(STRIPE), Map.of("charge", new LeaseRule(List.of("stripe"), null, 1, 0)));

    private final Declaration others = new Declaration(
            List.of(STRIPE.concurrency(4)), Map.of("charge", new LeaseRule(List.of("stripe"), null, 1, 0)));

    /** What the store answers or asks, one call after the other, then that nothing changes. */
    private final List<Object> answers = new ArrayList<>();

    /** Limits that the store has. */
    private List<LimitInfo> listed = List.of();

    /** Calls of the store. */
    private final List<String> calls = new ArrayList<>();

    private final LimitStore store = TestPorts.answering(LimitStore.class, (method, arguments) -> {
        calls.add(method.getName() + " " + arguments[0]);
        if (method.getName().equals("list")) {
            return listed;
        }
        Object answer = answers.isEmpty() ? NOTHING : answers.remove(0);
        if (answer instanceof RuntimeException failure) {
            throw failure;
        }
        if (answer instanceof Map.Entry<?, ?> asked) {
            BiPredicate<Object, Object> isLive = isLive(arguments[2]);
            assertThat(isLive.test("%stripe", "8||")).as("its own").isFalse();
            assertThat(isLive.test(asked.getKey(), asked.getValue())).isTrue();
            return new Changes(new TreeMap<>(), new TreeMap<>(Map.of("%stripe", "4||")));
        }
        return answer;
    });

    private final InstanceStore instances = TestPorts.answering(InstanceStore.class, (method, arguments) -> {
        calls.add("heartbeats " + arguments[0]);
        return new Heartbeats(1_000, Map.of("me", heartbeat(mine), "other", heartbeat(others)));
    });

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getReturnType() == LimitStore.class ? store : instances);

    @AutoClose
    private final LogLines log = new LogLines(LimitRules.class);

    @SuppressWarnings("unchecked")
    private static BiPredicate<Object, Object> isLive(Object argument) {
        return (BiPredicate<Object, Object>) argument;
    }

    private static String heartbeat(Declaration limits) {
        String state = new HeartbeatWriter("h", 1, 0, null)
                .write(
                        true,
                        false,
                        Set.of(),
                        limits.texts(),
                        List.of(),
                        List.of(),
                        topic -> TopicOptions.DEFAULT,
                        InstanceCounters.NONE,
                        Map.of());
        return "{\"at\":1000," + state.substring(1);
    }

    private LimitRules rules(Declaration declaration) {
        return new LimitRules(backend, "me", Map.of("orders", declaration));
    }

    @Test
    void heartbeatsShouldBeReadOnceAndOnlyIfAnotherDeclarationMayLive() {
        rules(mine).declare();
        assertThat(calls).containsExactly("declare orders");
        calls.clear();
        answers.add(WAITS);
        rules(mine).declare();
        assertThat(calls).containsExactly("declare orders", "heartbeats orders");
    }

    @Test
    void changesOfAStartShouldBeLoggedOnce() {
        answers.add(new Changes(new TreeMap<>(Map.of("%stripe", "|2/s|1", "charge", "")), new TreeMap<>()));
        LimitRules rules = rules(mine);
        rules.declare();
        rules.restore();
        assertThat(log.with("orders"))
                .containsExactly("INFO Limits of orders are written as declared: limit stripe: concurrency 8;"
                        + " topic charge: limits stripe (before: limit stripe: rate 2/s, burst 1;"
                        + " topic charge: limits none)");
    }

    @Test
    void changesShouldBeLoggedInALineOfBoundedLength() {
        List<Limit> many = IntStream.range(0, 200)
                .mapToObj(i -> Limit.of("orders", "limit-" + i).concurrency(1))
                .toList();
        Declaration declaration = new Declaration(many, Map.of());
        answers.add(new Changes(declaration.texts(), new TreeMap<>()));
        rules(declaration).declare();
        assertThat(log.with("limit limit-0: concurrency 1;")).singleElement().satisfies(line -> assertThat(line)
                .hasSizeBetween(1_000, 1_100));
    }

    @Test
    void declaredLimitThatNoTopicHasShouldBeNamedWithTheNearest() {
        Limit own = Limit.of("order", "stripe").concurrency(1);
        Limit elsewhere = Limit.of("order", "smtp").concurrency(1);
        Limit strpe = Limit.of("orders", "strpe").concurrency(1);
        listed = List.of(
                new LimitInfo(own, own, 0, 0, null, null, List.of()),
                new LimitInfo(elsewhere, elsewhere, 0, 0, null, null, List.of("mail")));
        Map<String, Declaration> declared = new TreeMap<>(Map.of(
                "order",
                new Declaration(List.of(own, elsewhere), Map.of()),
                "orders",
                new Declaration(List.of(STRIPE, strpe), mine.topics())));
        new LimitRules(backend, "me", declared).declare();
        assertThat(log.with(""))
                .containsExactly("WARN No topic has these declared limits: order/stripe (is orders/stripe meant?);"
                        + " orders/strpe (is orders/stripe meant?)");
        assertThat(calls).containsExactly("declare order", "declare orders", "list order", "list orders");
    }

    @Test
    void declarationThatWaitsShouldBeTriedUntilItIsWritten() {
        LimitRules rules = rules(mine);
        answers.addAll(List.of(WAITS, WAITS, WAITS));
        rules.declare();
        rules.restore();
        rules.restore();
        assertThat(log.with("no instance is left that declares limit stripe: concurrency 4"))
                .hasSize(1);
        assertThat(calls).hasSize(6);
        rules.restore();
        rules.restore();
        assertThat(calls).hasSize(8);
    }

    /** An instance without limits costs nothing after its start, in which it may have to remove those of an earlier version. */
    @Test
    void instanceWithoutLimitsShouldReadThemAgainOnlyWhileTheyWait() {
        Declaration none = new Declaration(List.of(), Map.of("charge", new LeaseRule(List.of(), null, 1, 0)));
        LimitRules rules = rules(none);
        answers.add(WAITS);
        rules.declare();
        rules.restore();
        assertThat(calls).hasSize(3);
        rules.restore();
        rules.restore();
        assertThat(calls).hasSize(3);
    }

    @Test
    void startShouldFailWithTheStore() {
        for (RuntimeException failure : List.of(
                new TaskStoreException("memory is full", null),
                new TaskStoreUnavailableException("no answer", null),
                new InvalidSettingException("", "limits", "must have at most 16 topics"))) {
            answers.add(failure);
            assertThatThrownBy(() -> rules(mine).declare()).isSameAs(failure);
        }
    }

    @Test
    void instanceThatRunsShouldGoOnIfTheStoreRefusesRules() {
        LimitRules rules = rules(mine);
        answers.add(new TaskStoreException("memory is full", null));
        answers.add(new InvalidSettingException("", "limits", "must have at most 16 topics"));
        rules.restore();
        rules.restore();
        assertThat(log.with("tried every ten seconds")).hasSize(1);
        RuntimeException away = new TaskStoreUnavailableException("no answer", null);
        answers.add(away);
        assertThatThrownBy(rules::restore).isSameAs(away);
    }
}
