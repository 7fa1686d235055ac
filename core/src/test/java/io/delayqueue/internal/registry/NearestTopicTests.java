package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTopicTests {

    private static final Map<String, Set<String>> REGISTRY = Map.of(
            "orders", Set.of("cancel-unpaid", "remind"), "mails", Set.of("remind", "receipt"), "empty", Set.of());

    @ParameterizedTest
    @CsvSource({
        "orders, cancel-unpayed, orders/cancel-unpaid",
        "orders, Remind, orders/remind",
        "order, remind, orders/remind",
        "mail, remind, mails/remind",
        "orders, receipt, ",
        "orders, something-else, ",
        "shipping, remind, ",
        "m, r, "
    })
    void nearestTopicShouldBeTheOneWithTheFewestChanges(String group, String topic, String nearest) {
        assertThat(NearestTopic.hint(new TopicName(group, topic), REGISTRY)).isEqualTo(hint(nearest));
    }

    @Test
    void nearestOfEqualsShouldBeTheFirstByName() {
        Map<String, Set<String>> registry = Map.of("g", Set.of("remind-c", "remind-b", "remind-a"));
        assertThat(NearestTopic.hint(new TopicName("g", "remind-x"), registry)).isEqualTo(hint("g/remind-a"));
    }

    private static String hint(@Nullable String nearest) {
        return nearest == null ? "" : " The registered topic with the most similar name is " + nearest + ".";
    }
}
