package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.internal.registry.Registration;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rules of histories that an engine declares by its builder and by the options of callbacks. */
class DeclaredHistoriesIT {

    private static final HistoryRule DAY = HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE);

    private static final HistoryRule WEEK = HistoryRule.of(Duration.ofDays(7), HistoryRule.MIN_SIZE);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    @AutoClose
    private final LogLines log = new LogLines(Registration.class);

    private final String group = engines.group();

    private final TopicName topic = new TopicName(group, "called");

    private TopicCallback callback(TopicName name) {
        TopicOptions options = TopicOptions.builder().history(DAY).build();
        return new TopicCallback(name, String.class, (payload, context) -> {}, options, "here");
    }

    private static List<@Nullable HistoryRule> rules(DelayQueueEngine engine, String group, String... topics) {
        return engine.inspector().histories(group, List.of(topics)).stream()
                .map(HistoryCounts::rule)
                .toList();
    }

    @Test
    void ruleOfTheEngineShouldStandInForThatOfTheCallback() {
        DelayQueueEngine engine = engines.start(builder -> builder.callback(callback(topic))
                .callback(callback(new TopicName(group, "other")))
                .history(topic, WEEK));
        assertThat(rules(engine, group, "called", "other")).containsExactly(WEEK, DAY);
        assertThat(engine.topicOptions(topic).orElseThrow().history()).isEqualTo(WEEK);
    }

    @Test
    void topicShouldHaveAHistoryWithoutACallback() {
        DelayQueueEngine engine =
                engines.start(builder -> builder.topic(group, "called").history(topic, WEEK));
        assertThat(rules(engine, group, "called")).containsExactly(WEEK);
    }

    @Test
    void topicThatIsNotRegisteredShouldBeNamedBesideTheNearest() {
        engines.start(builder -> builder.topic(group, "called").history(new TopicName(group, "caled"), WEEK));
        assertThat(log.with(group + "/caled is declared")).singleElement().satisfies(line -> assertThat(line)
                .endsWith("most similar name is " + group + "/called."));
    }

    @Test
    void engineThatOnlyAddsShouldDeclareNone() {
        DelayQueueEngine engine = engines.start(
                builder -> builder.consume(false).callback(callback(topic)).history(topic, WEEK));
        assertThat(rules(engine, group, "called")).hasSize(1).containsOnlyNulls();
        assertThat(log.with("is declared")).isEmpty();
    }
}
