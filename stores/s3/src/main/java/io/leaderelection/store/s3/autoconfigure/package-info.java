/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the S3 store.
 */
@NullMarked
package io.leaderelection.store.s3.autoconfigure;

import org.jspecify.annotations.NullMarked;
