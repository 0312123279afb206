/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Store over Azure Blob Storage: a blob lease is the guard lock, the blob's metadata the
 * record.
 */
@NullMarked
package io.leaderelection.store.azureblob;

import org.jspecify.annotations.NullMarked;
