package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Random changes of limits, and holds. */
final class ModelLimitSteps {

    /** Limits that topics share. */
    private static final List<String> SHARED = List.of("l", "m");

    private static final int MAX_CONCURRENCY = 4;

    private static final int MAX_BURST = 10;

    private final LimitStore store;

    private final TopicStore topics;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelLosses losses;

    ModelLimitSteps(
            LimitStore store,
            TopicStore topics,
            StoreModel model,
            ModelTimes times,
            ModelDraw draw,
            ModelLosses losses) {
        this.store = store;
        this.topics = topics;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.losses = losses;
    }

    private String name() {
        return draw.random.nextInt(3) == 0 ? draw.topic() : draw.oneOf(SHARED);
    }

    /** Its burst is not below the tokens that are spent, because a store may forget the rest, as if the clock had been set back. */
    private Limit limit(String name) {
        Limit limit = Limit.of(model.group, name);
        int kind = draw.random.nextInt(3);
        if (kind > 0) {
            limit = limit.concurrency(draw.upTo(MAX_CONCURRENCY));
        }
        return kind == 1
                ? limit
                : limit.rate(1, TimeUnit.HOURS).burst(Math.max(draw.upTo(MAX_BURST), model.limits.spent(name)));
    }

    private static String words(Limit limit) {
        return limit.name() + " " + limit.concurrency() + " " + limit.burst();
    }

    void declare(Consumer<String> saying) {
        Map<String, LeaseRule> rules = new TreeMap<>();
        Set<String> names = new TreeSet<>();
        for (int i = draw.upTo(2); i > 0; i--) {
            String topic = draw.topic();
            List<String> drawn = new ArrayList<>(SHARED);
            drawn.add(topic);
            Collections.shuffle(drawn, draw.random);
            List<String> some = drawn.subList(0, draw.random.nextInt(Limit.MAX_OF_TOPIC + 1));
            rules.put(topic, draw.rule(some));
        }
        rules.values().forEach(rule -> names.addAll(rule.limits()));
        List<Limit> limits = names.stream().map(this::limit).toList();
        boolean overLast = draw.random.nextInt(4) > 0;
        saying.accept(rules + " " + limits.stream().map(ModelLimitSteps::words).toList() + " " + overLast);
        losses.alone();
        Declaration declaration = new Declaration(limits, rules);
        ModelLimits declared = model.limits.copy();
        boolean expected = declared.declare(declaration, overLast);
        boolean[] waits = {false};
        change(declared, declared.fit(), () -> {
            store.declare(model.group, declaration, (key, text) -> {
                waits[0] = !overLast;
                return !overLast;
            });
            assertThat(waits[0]).as("waits").isEqualTo(expected);
        });
    }

    /** Changes limits, or finds that the store refuses the change and leaves them as they are. */
    private void change(ModelLimits changed, boolean allowed, Runnable change) {
        if (allowed) {
            change.run();
            model.limits.takeOver(changed);
        } else {
            assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(change::run);
        }
    }

    void set(Consumer<String> saying) {
        Limit limit = limit(name());
        saying.accept(words(limit));
        losses.alone();
        ModelLimits set = model.limits.copy();
        change(set, set.set(limit) && set.fit(), () -> store.set(limit));
    }

    void reset(Consumer<String> saying) {
        String name = name();
        saying.accept(name);
        if (model.limits.spent(name) > 0) {
            remove(name);
            return;
        }
        boolean lost = losses.alone().isLost();
        ModelLimits reset = model.limits.copy();
        boolean expected = reset.reset(name);
        change(reset, reset.fit(), () -> assertThat(store.reset(model.group, name) || lost)
                .as("reset")
                .isEqualTo(expected || lost));
    }

    void remove(Consumer<String> saying) {
        String name = name();
        saying.accept(name);
        remove(name);
    }

    private void remove(String name) {
        boolean lost = losses.alone().isLost();
        boolean expected = model.limits.remove(name);
        assertThat(store.remove(model.group, name) || lost).as("removed").isEqualTo(expected || lost);
    }

    void hold(Consumer<String> saying) {
        String name = name();
        long until = until();
        saying.accept(name + " until " + until);
        losses.alone();
        assertThat(store.hold(model.group, name, Instant.ofEpochMilli(until)))
                .as("held")
                .isEqualTo(model.limits.hold(name, until));
    }

    void holdTopic(Consumer<String> saying) {
        String topic = draw.topic();
        long until = until();
        saying.accept(topic + " until " + until);
        losses.alone();
        assertThat(topics.hold(new TopicName(model.group, topic), Instant.ofEpochMilli(until)))
                .as("held")
                .isEqualTo(model.hold(topic, until));
    }

    private long until() {
        return draw.random.nextInt(3) == 0 ? times.future() : times.past();
    }
}
