package io.delayqueue.web.dashboard;

import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;

/**
 * A file as it goes out.
 *
 * @param content its bytes
 * @param type what they are
 * @param etag changes with the content
 */
record DashboardFile(byte[] content, MediaType type, String etag) {

    DashboardFile(byte[] content, MediaType type) {
        this(content, type, '"' + DigestUtils.md5DigestAsHex(content) + '"');
    }
}
