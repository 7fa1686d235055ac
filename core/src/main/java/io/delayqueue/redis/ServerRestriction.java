package io.delayqueue.redis;

import io.delayqueue.log.Documentation;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Restrictions of managed servers and of users, each with the replies that show it and a remedy. */
enum ServerRestriction {
    KEYS_OF_SCRIPTS(
            "bad lua script for redis cluster|without any input keys|number of keys can't be|undeclared key",
            "The server checks which keys a script uses. Switch this check off; on Alibaba Cloud by script_check_enable=0",
            Documentation.link("managed-redis.html#the-keys-of-scripts")),
    SLOTS(
            "CROSSSLOT|must be in same slot|do not hash to the same slot",
            "The server must keep keys with the same hash tag in one slot, and a client of a cluster must know it as one",
            Documentation.link("managed-redis.html#clusters")),
    RIGHTS(
            "NOPERM|can't run this command|can't access|ACL failure in script",
            "The user of Redis lacks a right",
            Documentation.link("managed-redis.html#rights")),
    COMMANDS(
            "not allowed from script|(?i:unknown (redis )?command|unknown subcommand|not support)",
            "The server does not have this command, or forbids it",
            Documentation.link("managed-redis.html#commands"));

    private final Pattern reply;

    private final String sentence;

    private final String link;

    ServerRestriction(String reply, String sentence, String link) {
        this.reply = Pattern.compile(reply);
        this.sentence = sentence;
        this.link = link;
    }

    /**
     * Returns what to add to the message of a refusal; an empty text if no restriction is known to cause it.
     *
     * @param denied what a script was denied last; null if this is not known
     */
    static String remedy(String message, Supplier<@Nullable String> denied) {
        return Stream.of(values())
                .filter(restriction -> restriction.reply.matcher(message).find())
                .findFirst()
                .map(found -> found.text(found == RIGHTS ? denied.get() : null))
                .orElse("");
    }

    private String text(@Nullable String denied) {
        return ". " + sentence + (denied == null ? "" : " (" + denied + ")") + ": see " + link;
    }
}
