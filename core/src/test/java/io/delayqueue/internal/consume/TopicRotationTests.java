package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopicRotationTests {

    private final TopicRotation rotation = new TopicRotation();

    @Test
    void fewTopicsShouldBeGivenEachTime() {
        List<String> all = topics(TopicRotation.MAX_TOPICS);
        assertThat(rotation.next(all)).isEqualTo(all);
        assertThat(rotation.next(all)).isEqualTo(all);
    }

    @Test
    void manyTopicsShouldBeGivenInPartsAndEachInItsTurn() {
        List<String> all = topics(2 * TopicRotation.MAX_TOPICS + 41);
        List<String> given = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            List<String> some = rotation.next(all);
            assertThat(some).hasSize(TopicRotation.MAX_TOPICS).doesNotHaveDuplicates();
            given.addAll(some);
        }
        assertThat(given.subList(0, all.size())).isEqualTo(all);
    }

    @Test
    void topicsThatBecomeFewerShouldAllBeGiven() {
        rotation.next(topics(5_000));
        rotation.next(topics(5_000));
        List<String> fewer = topics(TopicRotation.MAX_TOPICS + 20);
        assertThat(new HashSet<>(rotation.next(fewer))).hasSize(TopicRotation.MAX_TOPICS);
        List<String> both = new ArrayList<>(rotation.next(fewer));
        both.addAll(rotation.next(fewer));
        assertThat(both).containsAll(fewer);
    }

    @Test
    void noTopicsShouldBeNone() {
        assertThat(rotation.next(List.of())).isEmpty();
    }

    private static List<String> topics(int number) {
        return IntStream.range(0, number).mapToObj(i -> "t" + i).toList();
    }
}
