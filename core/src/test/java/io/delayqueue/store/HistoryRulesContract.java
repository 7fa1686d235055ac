package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contract of the rules of histories. */
public abstract class HistoryRulesContract extends StoreContract {

    private static final HistoryRule RULE = HistoryRule.of(Duration.ofDays(7), 64 << 20);

    private final String week = HistoryStore.text(RULE);

    private final String day = HistoryStore.text(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE)
            .payload(true)
            .result(true)
            .outcomes(RecordedOutcome.REMOVED, RecordedOutcome.DEAD));

    protected HistoryRulesContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private HistoryStore history() {
        return underTest().history();
    }

    private Map<String, String> rules() {
        return history().rules(group, List.of("t", "u"));
    }

    @Test
    void ruleShouldBeReadAsItWasDeclared() {
        assertThat(rules()).isEmpty();
        assertThat(history().rules(group, List.of())).isEmpty();
        assertThat(history().declare(topic, "", week)).isTrue();
        assertThat(history().declare(new TopicName(group, "u"), "", day)).isTrue();
        assertThat(history().rules(group, List.of("t"))).containsExactly(Map.entry("t", "604800000|67108864||"));
        assertThat(rules())
                .containsEntry("u", "86400000|2097152|PR|DEAD,REMOVED")
                .hasSize(2);
        assertThat(rules().values()).allSatisfy(text -> assertThat(HistoryStore.text(HistoryStore.rule(text)))
                .isEqualTo(text));
    }

    @Test
    void rulesOfManyTopicsShouldBeRead() {
        history().declare(topic, "", week);
        history().declare(new TopicName(group, "last"), "", day);
        List<String> topics = Stream.concat(
                        Stream.of("t"), IntStream.range(0, 500).mapToObj(i -> "none" + i))
                .collect(Collectors.toList());
        topics.add("last");
        assertThat(history().rules(group, topics)).isEqualTo(Map.of("t", week, "last", day));
    }

    @Test
    void ruleThatIsNotAsItWasReadShouldStay() {
        history().declare(topic, "", week);
        assertThat(history().declare(topic, "", day)).isFalse();
        assertThat(history().declare(topic, day, "")).isFalse();
        assertThat(rules()).containsExactly(Map.entry("t", week));
        assertThat(history().declare(topic, week, day)).isTrue();
        assertThat(rules()).containsExactly(Map.entry("t", day));
        // A second sending whose first reply was lost.
        assertThat(history().declare(topic, week, day)).isTrue();
        assertThat(history().declare(topic, day, "")).isTrue();
        assertThat(rules()).isEmpty();
    }

    @Test
    void textOfALaterVersionShouldBeNoRule() {
        for (String text : List.of("", "1|2", "x|2097152||", "1000|1||", "1000|2097152||LATER")) {
            assertThat(HistoryStore.rule(text)).as(text).isNull();
        }
        assertThat(HistoryStore.rule(week + "|more")).isEqualTo(RULE);
    }
}
