package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TopicLimitTests {

    private static TopicLabels labels(String group, String topic) {
        return new TopicLabels("q", group, topic);
    }

    @Test
    void firstTopicsShouldKeepTheirNames() {
        TopicLimit limit = new TopicLimit(2);
        assertThat(limit.topic("q", "g", "a")).isEqualTo(labels("g", "a"));
        assertThat(limit.topic("q", "g", "b")).isEqualTo(labels("g", "b"));
        assertThat(limit.topic("q", "g", "c")).isEqualTo(labels("g", "other"));
        assertThat(limit.topic("q", "g", "a")).isEqualTo(labels("g", "a"));
    }

    @Test
    void queuesShouldShareTheLimit() {
        TopicLimit limit = new TopicLimit(1);
        limit.topic("q", "g", "a");
        assertThat(limit.topic("p", "g", "a")).isEqualTo(new TopicLabels("p", "other", "other"));
    }

    @Test
    void groupsPastTheLimitShouldShareOne() {
        TopicLimit limit = new TopicLimit(2);
        limit.topic("q", "g", "a");
        limit.topic("q", "h", "a");
        assertThat(limit.topic("q", "i", "a")).isEqualTo(labels("other", "other"));
        assertThat(limit.group("q", "i")).isEqualTo(labels("other", "other"));
        assertThat(limit.group("q", "h")).isEqualTo(labels("h", "other"));
    }

    @Test
    void labelsThatWereGivenOutShouldStayTheSame() {
        TopicLimit limit = new TopicLimit(1);
        limit.topic("q", "g", "a");
        for (TopicLabels labels : Set.of(labels("g", "other"), labels("other", "other"))) {
            assertThat(limit.topic("q", labels.group(), labels.topic())).isEqualTo(labels);
        }
    }

    @Test
    void namesThatStandForSeveralShouldTakeNoPlace() {
        TopicLimit limit = new TopicLimit(1);
        assertThat(limit.topic("q", "g", "other")).isEqualTo(labels("g", "other"));
        assertThat(limit.topic("q", "g", "many")).isEqualTo(labels("g", "many"));
        assertThat(limit.topic("q", "many", "many")).isEqualTo(labels("many", "many"));
        assertThat(limit.topic("q", "g", "a")).isEqualTo(labels("g", "a"));
        assertThat(limit.topic("q", "h", "many")).isEqualTo(labels("other", "many"));
    }

    @Test
    void passingTheLimitShouldBeSaidOnce(CapturedOutput output) {
        TopicLimit limit = new TopicLimit(1);
        limit.topic("q", "g", "a");
        assertThat(output).doesNotContain("more than 1 topics");
        limit.topic("q", "g", "b");
        limit.topic("q", "g", "c");
        limit.topic("q", "h", "d");
        assertThat(output.toString().split("There are more than 1 topics", -1)).hasSize(2);
        assertThat(output).contains("g/b").contains("delayqueue.metrics.max-topics");
    }

    @Test
    void manyThreadsShouldNotPassTheLimit() {
        TopicLimit limit = new TopicLimit(10);
        Set<TopicLabels> given = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 2_000).parallel().forEach(i -> given.add(limit.topic("q", "g" + i % 50, "t" + i)));
        assertThat(given).filteredOn(labels -> !labels.topic().equals("other")).hasSize(10);
        assertThat(given).hasSizeLessThanOrEqualTo(10 + 10 + 1);
    }
}
