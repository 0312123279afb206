/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for Amazon S3 and services with its API: one object for each election,
 * replaced by conditional writes.
 */
@NullMarked
package io.leaderelection.store.s3;

import org.jspecify.annotations.NullMarked;
