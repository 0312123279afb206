/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

/**
 * An etcd lease that is alive.
 *
 * @param id its id
 * @param left how much of it is surely left
 */
record Confirmed(long id, Duration left) {

}
