package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.TopicRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveQueryTests {

    private static final LiveEvents.Consumer CONSUMER = new LiveEvents.Consumer("a", "host", 1, false, 8, 0, 0);

    private static final LiveEvents.Consumer DRAINED = new LiveEvents.Consumer("b", "host", 2, true, 8, 0, 0);

    @ParameterizedTest
    @CsvSource({
        "'',true,true,true",
        "MAIL,true,true,false",
        "der,true,false,true",
        "bill,false,false,false",
    })
    void searchShouldFindPartsOfGroupsAndTopicsInAnyCase(String search, boolean one, boolean other, boolean third) {
        LiveQuery query = new LiveQuery(null, null, search, LiveSort.NAME, false, 0, 50);
        assertThat(query.matches(new TopicName("Orders", "Mail"))).isEqualTo(one);
        assertThat(query.matches(new TopicName("shop", "e-mail"))).isEqualTo(other);
        assertThat(query.matches(new TopicName("orders", "cancel"))).isEqualTo(third);
    }

    @Test
    void groupShouldExcludeOthers() {
        LiveQuery query = new LiveQuery("orders", null, "", LiveSort.NAME, false, 0, 50);
        assertThat(query.matches(new TopicName("orders", "t"))).isTrue();
        assertThat(query.matches(new TopicName("orders2", "t"))).isFalse();
    }

    @Test
    void sortShouldBeStableByNameInBothDirections() {
        List<TopicRow> rows =
                new ArrayList<>(List.of(row("c", 5), row("b", 0), row("a", 5), row("e", 7), unknown("d")));
        assertThat(sorted(rows, LiveSort.DEAD, true)).containsExactly("e", "a", "c", "b", "d");
        assertThat(sorted(rows, LiveSort.DEAD, false)).containsExactly("b", "d", "a", "c", "e");
        assertThat(sorted(rows, LiveSort.NAME, false)).containsExactly("a", "b", "c", "d", "e");
        assertThat(sorted(rows, LiveSort.NAME, true)).containsExactly("e", "d", "c", "b", "a");
    }

    @Test
    void pageShouldHaveItsRowsAndTheNumberOfAll() {
        List<TopicRow> rows = new ArrayList<>(
                IntStream.range(0, 25).mapToObj(i -> row("t" + (100 + i), i)).toList());
        LiveEvents.Topics page = OverviewReader.page(
                rows, new LiveQuery(null, null, "", LiveSort.NAME, false, 2, 10), name -> List.of(CONSUMER, DRAINED));
        assertThat(page.rows()).extracting(LiveEvents.Topic::consumers).containsOnly(2);
        assertThat(page.rows()).extracting(LiveEvents.Topic::drained).containsOnly(1);
        assertThat(page.total()).isEqualTo(25);
        assertThat(page.rows())
                .extracting(LiveEvents.Topic::topic)
                .containsExactly("t120", "t121", "t122", "t123", "t124");
        LiveQuery beyond = new LiveQuery(null, null, "", LiveSort.NAME, false, Integer.MAX_VALUE, 200);
        assertThat(OverviewReader.page(rows, beyond, name -> null).rows()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "a:b,-,0,50,group",
                "g,a:b,0,50,topic",
                "-,t,0,50,group",
                "-,-,-1,50,page",
                "-,-,0,0,size",
                "-,-,0,201,size",
            })
    void badQueryShouldNameItsField(String group, String topic, int page, int size, String field) {
        assertThatThrownBy(() -> new LiveQuery(group, topic, "", LiveSort.NAME, false, page, size))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void unknownSortShouldBeRefused() {
        assertThat(LiveSort.of("overdue")).isEqualTo(LiveSort.OVERDUE);
        assertThatThrownBy(() -> LiveSort.of("DEAD")).isInstanceOf(InvalidTaskException.class);
    }

    private static List<String> sorted(List<TopicRow> rows, LiveSort sort, boolean descending) {
        return rows.stream()
                .sorted(sort.comparator(descending))
                .map(row -> row.name().topic())
                .toList();
    }

    private static TopicRow row(String topic, long dead) {
        TopicName name = new TopicName("g", topic);
        return new TopicRow(
                name,
                true,
                new TopicForecast(
                        new TaskCounts(name, 0, 0, 0, dead, false, null, Duration.ZERO, 0, 0),
                        Instant.EPOCH,
                        List.of()));
    }

    private static TopicRow unknown(String topic) {
        return new TopicRow(new TopicName("g", topic), true, null);
    }
}
