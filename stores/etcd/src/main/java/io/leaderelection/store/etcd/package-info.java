/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for etcd: each election has a record and a guard lock on the etcd lease of
 * the instance, and every change is a guarded transaction.
 */
@NullMarked
package io.leaderelection.store.etcd;

import org.jspecify.annotations.NullMarked;
