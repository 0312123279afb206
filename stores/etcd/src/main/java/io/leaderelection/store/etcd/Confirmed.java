/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

/**
 * An etcd lease that is known to be alive.
 *
 * @param id the id of the lease
 * @param left how long the lease is guaranteed to stay alive
 */
record Confirmed(long id, Duration left) {

}
