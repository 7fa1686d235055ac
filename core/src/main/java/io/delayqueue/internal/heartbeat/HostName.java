package io.delayqueue.internal.heartbeat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/** Host name of this machine, or of its container. */
public final class HostName {

    private static final int MAX_LENGTH = 255;

    private HostName() {}

    /** May query a name server, which can take long. */
    public static String find() {
        String name = Stream.of("HOSTNAME", "COMPUTERNAME")
                .map(System::getenv)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .orElseGet(HostName::ask);
        return name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH);
    }

    private static String ask() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
