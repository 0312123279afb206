/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A store over etcd: a record for each election, a guard lock beside it on the etcd lease
 * of the instance, and guarded transactions for every change.
 */
@NullMarked
package io.leaderelection.store.etcd;

import org.jspecify.annotations.NullMarked;
