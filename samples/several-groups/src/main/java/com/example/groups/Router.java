package com.example.groups;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Chooses the group of an order by the hash of its number. Each node of a cluster has the same number of groups, give or take one. */
@Component
class Router {

    private static final int SLOTS = 16_384;

    private final List<String> groups;

    /** The number of the groups must not change while there are tasks, because an order is found in its own group only. */
    Router(@Value("${shop.groups}") int number) {
        groups = IntStream.range(0, number).mapToObj(i -> name(i, number)).toList();
    }

    /** Takes the first name whose slot is in the i-th part of the slots: mere numbers leave nodes of a cluster without a group. */
    private static String name(int i, int number) {
        return IntStream.iterate(0, k -> k + 1)
                .mapToObj(k -> "orders-" + i + "-" + k)
                .filter(name -> JedisClusterCRC16.getSlot(name) * number / SLOTS == i)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the group of an order. A hash that is the same in each JVM and each version, and even for numbers that follow each other. */
    String group(String order) {
        CRC32 hash = new CRC32();
        hash.update(order.getBytes(StandardCharsets.UTF_8));
        return groups.get((int) (hash.getValue() % groups.size()));
    }

    List<String> groups() {
        return groups;
    }
}
