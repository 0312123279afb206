/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * An application whose instances elect one leader, which numbers invoices and writes them
 * into a ledger shared by all.
 */
@NullMarked
package io.leaderelection.sample;

import org.jspecify.annotations.NullMarked;
