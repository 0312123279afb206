/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Example of a store on a server with a conditional write and notifications, in one file.
 */
@NullMarked
package io.leaderelection.example.nats;

import org.jspecify.annotations.NullMarked;
