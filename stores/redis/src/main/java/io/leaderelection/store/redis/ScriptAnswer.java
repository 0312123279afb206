/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * What a script answered.
 *
 * @param reply the reply
 * @param unconfirmed why grants in it do not count although they were written, or
 * {@code null} if they do
 */
record ScriptAnswer(@Nullable Object reply, @Nullable LeaseStoreException unconfirmed) {

}
