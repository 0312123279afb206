/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for Azure Blob Storage: a blob lease is the guard lock, and the blob's
 * content is the record.
 */
@NullMarked
package io.leaderelection.store.azureblob;

import org.jspecify.annotations.NullMarked;
