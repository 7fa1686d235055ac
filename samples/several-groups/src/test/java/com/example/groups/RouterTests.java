package com.example.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.util.JedisClusterCRC16;

class RouterTests {

    private final Router router = new Router(12);

    /** If this test fails, an application finds none of the tasks that it had before. */
    @Test
    void namesAndChoiceShouldStayAsTheyAre() {
        assertThat(new Router(3).groups()).containsExactly("orders-0-0", "orders-1-2", "orders-2-1");
        assertThat(router.group("42")).isEqualTo("orders-8-10");
        assertThat(router.group("2026-00000043")).isEqualTo("orders-0-41");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 12})
    void eachNodeShouldHaveTheSameNumberOfGroupsGiveOrTakeOne(int nodes) {
        Map<Integer, Long> groups = router.groups().stream()
                .collect(Collectors.groupingBy(
                        group -> JedisClusterCRC16.getSlot(group) * nodes / 16_384,
                        TreeMap::new,
                        Collectors.counting()));
        assertThat(groups).hasSize(nodes);
        assertThat(groups.values())
                .allSatisfy(number -> assertThat(number).isBetween(12L / nodes, (11L + nodes) / nodes));
    }

    @Test
    void eachGroupShouldHaveTheSameNumberOfOrdersWithinThreePercent() {
        assertEven(Integer::toString);
        assertEven(number -> "order-" + number * 100);
        assertEven(number -> "2026-%08d".formatted(number));
    }

    private void assertEven(IntFunction<String> order) {
        Map<String, Long> orders = IntStream.range(0, 120_000)
                .mapToObj(order)
                .collect(Collectors.groupingBy(router::group, Collectors.counting()));
        assertThat(orders).hasSize(12);
        assertThat(orders.values()).allSatisfy(number -> assertThat(number).isBetween(9_700L, 10_300L));
    }
}
