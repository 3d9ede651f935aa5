// Generated from the migrated schema: `npm run tables` writes it, `npm run check` fails when it is stale.
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AccountId, MerchantId, OrderId, ProductId, SessionKey, ThreadId } from './ids.ts';

/** The tables that server/migrations creates; bigint columns arrive as numbers. */
export type Tables = {
  account: {
    id: GeneratedAlways<AccountId>;
    email: string;
    first_name: string;
    last_name: string;
    created_at: Generated<Date>;
    public_id: Generated<string>;
    verified_at: Date | null;
    password_hash: string | null;
    picture_key: string | null;
    date_of_birth: string | null;
    gender: Generated<'M' | 'F' | 'Others' | ''>;
    phone_number: Generated<string>;
    street_address: Generated<string>;
    country_code: string | null;
    region_id: number | null;
    city_id: number | null;
    registration_secret_hash: Buffer | null;
    unlisted_city: string | null;
  };
  api_token: {
    id: GeneratedAlways<number>;
    merchant_id: MerchantId | null;
    name: string;
    scope: 'read' | 'write';
    token_hash: Buffer;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    created_by: AccountId | null;
  };
  attempt: {
    what: string;
    who: Buffer;
    attempts: number;
    window_ends: Date;
    owner: Buffer | null;
  };
  audit_entry: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    actor: string;
    action: string;
    subject: string;
    before: JSONColumnType<object> | null;
    after: JSONColumnType<object> | null;
    reason: string | null;
  };
  bank_account: {
    id: string;
    merchant_id: MerchantId;
    details: string;
    last_digits: string;
    recipient: string | null;
    created_at: Generated<Date>;
    effective_at: Date;
    revoked_at: Date | null;
    recipient_issuer: string | null;
  };
  books_check: {
    id: GeneratedAlways<number>;
    requested_by: string;
    requested_at: Generated<Date>;
    finished_at: Date | null;
    report: JSONColumnType<object> | null;
  };
  built_file: {
    sha256: Buffer;
    name: string;
    content: Buffer;
    release: number;
  };
  cart_line: {
    account_id: AccountId;
    product_id: ProductId;
    line: number;
    quantity: number;
    title: string;
  };
  catalog_change: {
    transaction: Generated<string>;
    changed_at: Generated<Date>;
    tags: string[];
    moved_in: string[] | null;
    sale_kobo: number[] | null;
    discount_percent: number[] | null;
  };
  category: {
    id: number;
    slug: string;
    name: string;
    position: number;
    hide_when_empty: Generated<boolean>;
  };
  changed_order: {
    n: GeneratedAlways<number>;
    order_id: OrderId;
  };
  checkout: {
    account_id: AccountId;
    coupon_id: number | null;
    coupon_removed: Generated<boolean>;
  };
  checkout_rate: {
    account_id: AccountId;
    rate_key: string;
    rate_kobo: Kobo;
    min_days: number;
    max_days: number;
    rated_at: Date;
  };
  country: {
    code: string;
    name: string;
    currency: string;
  };
  coupon: {
    id: GeneratedAlways<number>;
    code: string;
    percent: number | null;
    fixed_kobo: Kobo | null;
    starts_at: Generated<Date>;
    ends_at: Date | null;
    minimum_kobo: Generated<Kobo>;
    max_uses: number | null;
    uses: Generated<number>;
  };
  coupon_use: {
    coupon_id: number;
    account_id: AccountId;
    used_at: Generated<Date>;
  };
  desk_challenge: {
    key_hash: Buffer;
    purpose: 'sign_in' | 'verify' | 'enrol';
    account_id: AccountId | null;
    challenge: string | null;
    expires_at: Date;
  };
  desk_session: {
    id: GeneratedAlways<number>;
    key_hash: Buffer;
    account_id: AccountId;
    signed_in_at: Date;
    last_used_at: Date;
    expires_at: Date;
    verified_at: Date | null;
    user_agent: string;
  };
  dispute: {
    id: string;
    reference: string;
    status: string;
    resolution: string | null;
    amount: number | null;
    due_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    ask_at: Generated<Date>;
  };
  exchange_rate: {
    currency: string;
    decimals: number;
    naira_per_unit: string;
    as_of: Date;
    source: string;
  };
  followed_seller: {
    account_id: AccountId;
    merchant_id: MerchantId;
    followed_at: Generated<Date>;
  };
  fulfilment: {
    id: string;
    order_id: OrderId;
    merchant_id: MerchantId | null;
    status: Generated<'to_ship' | 'shipped' | 'delivered' | 'cancelled'>;
    ship_by: Date;
    reminded_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    shipped_at: Date | null;
    delivered_at: Date | null;
    settled_outside: Generated<boolean>;
    sold_kobo: Generated<Kobo>;
  };
  fulfilment_term: {
    merchant_id: MerchantId;
    term: string;
    created_at: Date;
    fulfilment_id: string;
  };
  home_draft: {
    only_one: Generated<boolean>;
    revision: Generated<number>;
    content: JSONColumnType<object> | null;
    saved_at: Date | null;
    saved_by: string | null;
  };
  home_picture: {
    key: string;
    shape: 'wide' | 'tall' | 'tile' | 'article';
    uploaded_at: Generated<Date>;
  };
  home_preview: {
    token_hash: Buffer;
    version_id: number | null;
    expires_at: Date;
  };
  home_version: {
    id: GeneratedAlways<number>;
    content: JSONColumnType<object>;
    starts_at: Date;
    ends_at: Date | null;
    published_at: Generated<Date>;
    published_by: string;
    cancelled_at: Date | null;
  };
  idempotency_key: {
    account_id: AccountId;
    key: string;
    fingerprint: Buffer;
    order_id: OrderId;
    created_at: Generated<Date>;
  };
  identity: {
    issuer: string;
    subject: string;
    account_id: AccountId;
    created_at: Generated<Date>;
  };
  identity_challenge: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    verifier: string;
    next: string;
    expires_at: Date;
  };
  import_picture: {
    source: Buffer;
    key: string;
  };
  import_run: {
    digest: Buffer;
    units: number;
    added: number;
    changed: number;
    unchanged: number;
    refused: number;
    report_bytes: number;
    started_at: Generated<Date>;
  };
  invitation: {
    id: GeneratedAlways<number>;
    merchant_id: MerchantId | null;
    email: string;
    role: 'owner' | 'staff' | 'support' | 'catalogue' | 'finance';
    token_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  ledger_entry: {
    transaction_id: number;
    line: number;
    account: 'clearing' | 'bank' | 'wallet' | 'deposits' | 'held' | 'merchant' | 'payable' | 'payouts' | 'fees' | 'commission' | 'shipping' | 'promotions' | 'goodwill' | 'refunds' | 'disputes' | 'forfeited' | 'rounding';
    merchant_id: MerchantId | null;
    wallet_id: number | null;
    amount_kobo: Kobo;
    wallet_n: number | null;
    wallet_balance_kobo: Kobo | null;
    previous_n: GeneratedAlways<number | null>;
    previous_balance_kobo: GeneratedAlways<Kobo | null>;
    created_at: Generated<Date>;
  };
  ledger_transaction: {
    id: GeneratedAlways<number>;
    kind: string;
    cause: string;
    order_id: OrderId | null;
    xid: Generated<string>;
    created_at: Generated<Date>;
  };
  list_bucket: {
    list: string;
    axis: string;
    bucket: number;
    products: number;
    in_stock: number;
  };
  mail_link: {
    token_hash: Buffer;
    account_id: AccountId;
    purpose: 'verify_email' | 'reset_password';
    expires_at: Date;
    used_at: Date | null;
  };
  membership: {
    id: GeneratedAlways<number>;
    account_id: AccountId;
    merchant_id: MerchantId | null;
    role: 'owner' | 'staff' | 'support' | 'catalogue' | 'finance';
    created_at: Generated<Date>;
  };
  merchant: {
    id: Generated<MerchantId>;
    slug: string;
    name: string;
    place: string;
    country: string;
    since: string;
    own_brand: Generated<boolean>;
    cover_key: string | null;
    email: string | null;
    commission_per_mille: number | null;
    handling_days: Generated<number>;
    suspended_at: Date | null;
    former_emails: Generated<string[]>;
    email_changed_at: Date | null;
    state: Generated<'draft' | 'applied' | 'declined' | 'approved'>;
    first_steps_dismissed_at: Date | null;
    description: Generated<string>;
    policies: Generated<string>;
    holiday_from: string | null;
    holiday_until: string | null;
    holiday_note: Generated<string>;
    is_on_holiday: Generated<boolean>;
  };
  merchant_followers: {
    merchant_id: MerchantId;
    followers: number;
  };
  merged_category: {
    id: number;
    into_id: number;
  };
  merged_product: {
    id: ProductId;
    into_id: ProductId;
    merged_at: Generated<Date>;
    adds_stock: Generated<boolean>;
  };
  merged_sub_item: {
    id: number;
    into_id: number;
  };
  message_post: {
    thread_id: ThreadId;
    n: number;
    side: 'buyer' | 'merchant';
    content: string;
    created_at: Generated<Date>;
  };
  message_thread: {
    id: Generated<ThreadId>;
    type: 'question' | 'note';
    account_id: AccountId;
    merchant_id: MerchantId;
    subject: string;
    product_id: ProductId | null;
    product_title: string | null;
    order_id: OrderId | null;
    last_n: Generated<number>;
    last_at: Generated<Date>;
    buyer_last: Generated<number>;
    merchant_last: Generated<number>;
    buyer_read: Generated<number>;
    merchant_read: Generated<number>;
    buyer_mailed: Generated<number>;
    merchant_mailed: Generated<number>;
    changed: Generated<number>;
    unanswered_since: Date | null;
  };
  message_words: {
    thread_id: ThreadId;
    words: string;
  };
  migration: {
    name: string;
    applied_at: Generated<Date>;
  };
  order_line: {
    order_id: OrderId;
    position: number;
    product_id: ProductId;
    title: string;
    picture_key: string | null;
    unit_kobo: Kobo;
    quantity: number;
    merchant_id: MerchantId | null;
    discount_kobo: Kobo | null;
    shipment_kobo: Kobo | null;
    commission_kobo: Kobo | null;
    cancelled_quantity: Generated<number>;
    perishable: Generated<boolean>;
    returned_quantity: Generated<number>;
    released_quantity: Generated<number>;
  };
  parcel: {
    id: GeneratedAlways<number>;
    fulfilment_id: string;
    carrier: string;
    tracking_number: string;
    shipped_at: Generated<Date>;
    delivered_at: Date | null;
    release_at: Date | null;
  };
  parcel_line: {
    parcel_id: number;
    position: number;
    quantity: number;
    not_received_quantity: Generated<number>;
  };
  passkey: {
    id: string;
    account_id: AccountId;
    public_key: Buffer;
    counter: number;
    transports: string[];
    label: string;
    backed_up: boolean;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  payment: {
    reference: string;
    order_id: OrderId;
    provider: string;
    status: Generated<'open' | 'success' | 'failed' | 'held'>;
    amount_kobo: Kobo;
    currency: string;
    authorization_url: string | null;
    access_code: string | null;
    paid_amount: number | null;
    paid_currency: string | null;
    held_for: string | null;
    created_at: Generated<Date>;
    ask_at: Date | null;
    verified_at: Date | null;
  };
  payout: {
    id: string;
    batch_id: number;
    merchant_id: MerchantId;
    status: Generated<'draft' | 'approved' | 'sending' | 'paid' | 'failed' | 'reversed' | 'cancelled'>;
    amount_kobo: Kobo;
    bank_account_id: string | null;
    provider: string | null;
    fee_kobo: Generated<Kobo>;
    reason: string | null;
    ask_at: Date | null;
    created_at: Generated<Date>;
    approved_at: Date | null;
    sent_at: Date | null;
    finished_at: Date | null;
    reversed_at: Date | null;
    late_at: Date | null;
    known_at: Date | null;
    lost_at: Date | null;
    stopped_at: Date | null;
  };
  payout_batch: {
    id: GeneratedAlways<number>;
    status: Generated<'draft' | 'approved' | 'sending' | 'done' | 'cancelled'>;
    scheduled_for: string | null;
    created_at: Generated<Date>;
    approved_at: Date | null;
    done_at: Date | null;
    file_made_at: Date | null;
  };
  product: {
    id: Generated<ProductId>;
    slug: string;
    title: string;
    merchant_id: MerchantId;
    sub_item_id: number;
    category_id: number;
    brand: string | null;
    own_brand: Generated<boolean>;
    origin: string;
    description: string;
    warranty: string | null;
    keywords: Generated<string[]>;
    weight_grams: number;
    price_kobo: Kobo;
    discount_percent: Generated<number>;
    sale_kobo: GeneratedAlways<Kobo>;
    stock: number;
    listed_at: Date;
    sku: string | null;
    category_names: Generated<string[]>;
    search_names: GeneratedAlways<string>;
    search_all: GeneratedAlways<string>;
    perishable: Generated<boolean>;
  };
  product_import: {
    id: GeneratedAlways<number>;
    merchant_id: MerchantId;
    state: Generated<'uploaded' | 'running' | 'done' | 'cancelled' | 'failed'>;
    file_name: string;
    header: JSONColumnType<object>;
    columns: JSONColumnType<object>;
    set_stock: Generated<boolean>;
    lines: number;
    last_line: Generated<number>;
    created: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    refused: Generated<number>;
    remarks: Generated<number>;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
  product_import_line: {
    import_id: number;
    line: number;
    cells: JSONColumnType<object> | null;
    product_id: ProductId | null;
    problems: JSONColumnType<object> | null;
  };
  product_index: {
    id: ProductId;
    merchant_id: MerchantId;
    state: string;
    stock: number;
    stock_level: GeneratedAlways<number>;
    title_key: string;
    price_kobo: Kobo;
    changed_at: Date;
  };
  product_likeness: {
    id: ProductId;
    merchant_id: MerchantId;
    likeness: number;
    is_repeated: Generated<boolean>;
    is_dismissed: Generated<boolean>;
  };
  product_picture: {
    product_id: ProductId;
    position: number;
    key: string;
    alt: string;
  };
  product_report: {
    id: GeneratedAlways<number>;
    product_id: ProductId;
    account_id: AccountId;
    reason: 'counterfeit' | 'prohibited' | 'wrong' | 'pictures' | 'other';
    text: string;
    reported_at: Generated<Date>;
    closed_at: Date | null;
    outcome: 'dismissed' | 'taken_down' | null;
  };
  product_takedown: {
    id: GeneratedAlways<number>;
    product_id: ProductId;
    merchant_id: MerchantId;
    taken_down_at: Generated<Date>;
    taken_down_by: string;
    reason: string;
    was_live: boolean;
    decided_at: Generated<Date>;
    asked_at: Date | null;
    lifted_at: Date | null;
    lifted_by: string | null;
  };
  product_words: {
    id: ProductId;
    words: string;
  };
  recovery_code: {
    account_id: AccountId;
    code_hash: Buffer;
    used_at: Date | null;
  };
  refund: {
    reference: string;
    amount_kobo: Kobo;
    status: Generated<'requested' | 'accepted' | 'done' | 'wallet' | 'stuck' | 'by hand'>;
    refused_for: string | null;
    reason: 'cancelled' | 'too late' | 'paid twice' | 'not as asked' | 'pieces cancelled' | 'returned' | 'goodwill';
    created_at: Generated<Date>;
    ask_at: Generated<Date | null>;
    attempts: Generated<number>;
    provider_id: string | null;
    provider_status: 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention' | null;
    follow_at: Date | null;
    updated_at: Generated<Date>;
    payment_reference: GeneratedAlways<string>;
    paid_by_bank: Generated<boolean>;
  };
  return_line: {
    return_id: string;
    parcel_id: number;
    position: number;
    quantity: number;
  };
  return_picture: {
    id: string;
    account_id: AccountId;
    return_id: string | null;
    n: number | null;
    bytes: Buffer;
    created_at: Generated<Date>;
  };
  return_request: {
    id: string;
    order_id: OrderId;
    account_id: AccountId | null;
    merchant_id: MerchantId | null;
    status: Generated<'requested' | 'accepted' | 'appealed' | 'received' | 'refunded' | 'declined' | 'withdrawn'>;
    reason: 'changed_mind' | 'defective' | 'damaged' | 'wrong_item' | 'not_as_described' | 'not_received';
    refund_to: 'original' | 'wallet';
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    decide_by: Date | null;
    appeal_by: Date | null;
    is_appealed: Generated<boolean>;
    is_decided_by_operator: Generated<boolean>;
    to_payment_kobo: Kobo | null;
    to_wallet_kobo: Kobo | null;
    refund_references: Generated<string[]>;
  };
  return_step: {
    return_id: string;
    n: number;
    status: string;
    taken_by: 'buyer' | 'merchant' | 'operator' | 'shop';
    note: string;
    at: Generated<Date>;
  };
  sandbox_mail: {
    n: GeneratedAlways<number>;
    id: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    sent_at: Generated<Date>;
    reply_to: string | null;
  };
  sandbox_payment: {
    reference: string;
    access_code: string;
    email: string;
    amount: Kobo;
    currency: string;
    return_url: string;
    status: Generated<'pending' | 'success' | 'failed' | 'abandoned' | 'reversed'>;
    created_at: Generated<Date>;
    refund_note: string | null;
  };
  sandbox_provider: {
    only_one: Generated<boolean>;
    secret: string;
  };
  sandbox_refund: {
    reference: string;
    n: number;
    amount: Kobo;
    note: string | null;
    created_at: Generated<Date>;
  };
  sandbox_transfer: {
    reference: string;
    amount: number;
    account_number: string;
    asked: Generated<number>;
    created_at: Generated<Date>;
  };
  saved_change: {
    n: GeneratedAlways<number>;
    product_id: ProductId;
    sold_out: boolean;
    at: Generated<Date>;
  };
  saved_item: {
    account_id: AccountId;
    product_id: ProductId;
    saved_at: Generated<Date>;
    known_kobo: Kobo;
    known_in_stock: boolean;
    changed_at: Date | null;
  };
  saved_notes: {
    account_id: AccountId;
    enabled: Generated<boolean>;
    unsubscribe_token: string;
    sent_at: Date | null;
  };
  saved_reply: {
    id: GeneratedAlways<number>;
    merchant_id: MerchantId;
    title: string;
    content: string;
  };
  search_synonyms: {
    only_one: Generated<boolean>;
    revision: number;
    list: string | null;
    changed_at: Generated<Date>;
    changed_by: string;
  };
  search_word: {
    word: string;
  };
  seller_token: {
    merchant_id: MerchantId;
    token_hash: Buffer;
    created_at: Generated<Date>;
  };
  session: {
    token_hash: SessionKey;
    account_id: AccountId;
    expires_at: Date;
    merchant_token_hash: SessionKey;
    signed_in_at: Generated<Date>;
  };
  shipping_address: {
    id: Generated<string>;
    account_id: AccountId;
    first_name: string;
    last_name: string;
    phone_number: string;
    line1: string;
    line2: string;
    line3: string;
    country_code: string;
    region_id: number;
    city_id: number | null;
    country: string;
    region: string;
    city: string;
    postal_code: string;
    is_default: boolean;
    created_at: Generated<Date>;
  };
  shop_order: {
    id: OrderId;
    account_id: AccountId | null;
    status: Generated<'Pending' | 'Paid' | 'Shipped' | 'Delivered' | 'Cancelled'>;
    cancelled_for: 'buyer' | 'shop' | 'replaced' | 'declined' | 'expired' | null;
    currency: Generated<string>;
    subtotal_kobo: Kobo;
    shipment_kobo: Kobo;
    discount_kobo: Kobo;
    total_kobo: Kobo;
    coupon_id: number | null;
    coupon_code: string | null;
    fingerprint: Buffer;
    customer: JSONColumnType<{ first_name: string; last_name: string; email: string }> | null;
    ship_to: JSONColumnType<{
      first_name: string;
      last_name: string;
      phone_number: string;
      address_line1: string;
      address_line2: string;
      address_line3: string;
      country: string;
      region: string;
      city: string;
      postal_code: string;
      /** Missing in orders of release 1.0. */
      country_code?: string;
    }> | null;
    tracking_number: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    expires_at: Date;
    credit_kobo: Generated<Kobo>;
    converted_currency: string | null;
    converted_decimals: number | null;
    converted_micro_naira: number | null;
    converted_as_of: Date | null;
    estimated_delivery: Generated<string>;
    paid_at: Date | null;
    address_changed_at: Date | null;
    expected_from: string | null;
    expected_to: string | null;
    weight_grams: number | null;
  };
  store_application: {
    merchant_id: MerchantId;
    account_id: AccountId | null;
    phone: string | null;
    categories: Generated<number[]>;
    description: Generated<string>;
    expected_products: number | null;
    registration_number: string | null;
    terms_version: string | null;
    terms_accepted_at: Date | null;
    terms_account_id: number | null;
    created_at: Generated<Date>;
    state_since: Date;
    submitted_at: Date | null;
    decline_reason: string | null;
  };
  sub_category: {
    id: number;
    category_id: number;
    slug: string;
    name: string;
    position: number;
    hide_when_empty: Generated<boolean>;
  };
  sub_item: {
    id: number;
    sub_category_id: number;
    category_id: number;
    slug: string;
    name: string;
    position: number;
    hide_when_empty: Generated<boolean>;
  };
  support_message: {
    id: Generated<string>;
    full_name: string;
    email: string;
    subject: string;
    content: string;
    created_at: Generated<Date>;
    delivered_at: Date | null;
    claimed_until: Date | null;
  };
  suspended_product: {
    id: ProductId;
    merchant_id: MerchantId;
    stock: number;
    product: JSONColumnType<object>;
    pictures: JSONColumnType<object>;
    state: Generated<'draft' | 'live' | 'paused'>;
    slug: GeneratedAlways<string | null>;
    sku: GeneratedAlways<string | null>;
    sub_item_id: GeneratedAlways<number | null>;
  };
  taken_pieces: {
    order_id: OrderId;
    position: number;
    first_piece: number;
    quantity: number;
    kind: 'cancelled' | 'returned' | 'released';
    taken_at: Generated<Date>;
    settled_outside: Generated<boolean>;
    not_received: Generated<boolean>;
  };
  totp: {
    account_id: AccountId;
    secret: string;
    confirmed_at: Date | null;
    last_step: Generated<number>;
  };
  viewed_product: {
    account_id: AccountId;
    product_id: ProductId;
    viewed_at: Date;
  };
  wallet: {
    id: GeneratedAlways<number>;
    account_id: AccountId | null;
  };
  wallet_entry: {
    account_id: AccountId;
    n: number;
    amount_kobo: Kobo;
    balance_kobo: Kobo;
    kind: 'refund' | 'credit' | 'use';
    order_id: OrderId | null;
    cause: string;
    created_at: Generated<Date>;
    previous_n: number | null;
    previous_balance_kobo: Kobo | null;
  };
  webhook_attempt: {
    delivery_id: string;
    n: number;
    started_at: Date;
    duration_ms: number;
    status_code: number | null;
    failure: 'timeout' | 'connection' | 'address' | 'redirect' | 'status' | 'secret' | null;
  };
  webhook_delivery: {
    id: Generated<string>;
    event_id: string;
    endpoint_id: string;
    status: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    tries: Generated<number>;
    next_attempt_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  webhook_endpoint: {
    id: Generated<string>;
    merchant_id: MerchantId;
    url: string;
    event_types: string[];
    is_enabled: Generated<boolean>;
    disabled_for: 'gone' | 'failing' | null;
    failing_since: Date | null;
    free_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  webhook_event: {
    id: Generated<string>;
    merchant_id: MerchantId;
    type: string;
    data: JSONColumnType<Record<string, unknown>>;
    created_at: Generated<Date>;
  };
  webhook_secret: {
    id: GeneratedAlways<number>;
    endpoint_id: string;
    ciphertext: string;
    ends_at: Date | null;
  };
};

/**
 * The columns of each table, for statements that need whole rows. They must not use `*`: as soon as a newer release adds a
 * column, PostgreSQL refuses every such statement that was prepared before (docs/decisions/releases.md).
 */
export const TABLE_COLUMNS = {
  account: [
    'id',
    'email',
    'first_name',
    'last_name',
    'created_at',
    'public_id',
    'verified_at',
    'password_hash',
    'picture_key',
    'date_of_birth',
    'gender',
    'phone_number',
    'street_address',
    'country_code',
    'region_id',
    'city_id',
    'registration_secret_hash',
    'unlisted_city',
  ],
  api_token: [
    'id',
    'merchant_id',
    'name',
    'scope',
    'token_hash',
    'created_at',
    'last_used_at',
    'created_by',
  ],
  attempt: [
    'what',
    'who',
    'attempts',
    'window_ends',
    'owner',
  ],
  audit_entry: [
    'id',
    'at',
    'actor',
    'action',
    'subject',
    'before',
    'after',
    'reason',
  ],
  bank_account: [
    'id',
    'merchant_id',
    'details',
    'last_digits',
    'recipient',
    'created_at',
    'effective_at',
    'revoked_at',
    'recipient_issuer',
  ],
  books_check: [
    'id',
    'requested_by',
    'requested_at',
    'finished_at',
    'report',
  ],
  built_file: [
    'sha256',
    'name',
    'content',
    'release',
  ],
  cart_line: [
    'account_id',
    'product_id',
    'line',
    'quantity',
    'title',
  ],
  catalog_change: [
    'transaction',
    'changed_at',
    'tags',
    'moved_in',
    'sale_kobo',
    'discount_percent',
  ],
  category: [
    'id',
    'slug',
    'name',
    'position',
    'hide_when_empty',
  ],
  changed_order: [
    'n',
    'order_id',
  ],
  checkout: [
    'account_id',
    'coupon_id',
    'coupon_removed',
  ],
  checkout_rate: [
    'account_id',
    'rate_key',
    'rate_kobo',
    'min_days',
    'max_days',
    'rated_at',
  ],
  country: [
    'code',
    'name',
    'currency',
  ],
  coupon: [
    'id',
    'code',
    'percent',
    'fixed_kobo',
    'starts_at',
    'ends_at',
    'minimum_kobo',
    'max_uses',
    'uses',
  ],
  coupon_use: [
    'coupon_id',
    'account_id',
    'used_at',
  ],
  desk_challenge: [
    'key_hash',
    'purpose',
    'account_id',
    'challenge',
    'expires_at',
  ],
  desk_session: [
    'id',
    'key_hash',
    'account_id',
    'signed_in_at',
    'last_used_at',
    'expires_at',
    'verified_at',
    'user_agent',
  ],
  dispute: [
    'id',
    'reference',
    'status',
    'resolution',
    'amount',
    'due_at',
    'created_at',
    'updated_at',
    'ask_at',
  ],
  exchange_rate: [
    'currency',
    'decimals',
    'naira_per_unit',
    'as_of',
    'source',
  ],
  followed_seller: [
    'account_id',
    'merchant_id',
    'followed_at',
  ],
  fulfilment: [
    'id',
    'order_id',
    'merchant_id',
    'status',
    'ship_by',
    'reminded_at',
    'created_at',
    'updated_at',
    'shipped_at',
    'delivered_at',
    'settled_outside',
    'sold_kobo',
  ],
  fulfilment_term: [
    'merchant_id',
    'term',
    'created_at',
    'fulfilment_id',
  ],
  home_draft: [
    'only_one',
    'revision',
    'content',
    'saved_at',
    'saved_by',
  ],
  home_picture: [
    'key',
    'shape',
    'uploaded_at',
  ],
  home_preview: [
    'token_hash',
    'version_id',
    'expires_at',
  ],
  home_version: [
    'id',
    'content',
    'starts_at',
    'ends_at',
    'published_at',
    'published_by',
    'cancelled_at',
  ],
  idempotency_key: [
    'account_id',
    'key',
    'fingerprint',
    'order_id',
    'created_at',
  ],
  identity: [
    'issuer',
    'subject',
    'account_id',
    'created_at',
  ],
  identity_challenge: [
    'state_hash',
    'browser_hash',
    'nonce',
    'verifier',
    'next',
    'expires_at',
  ],
  import_picture: [
    'source',
    'key',
  ],
  import_run: [
    'digest',
    'units',
    'added',
    'changed',
    'unchanged',
    'refused',
    'report_bytes',
    'started_at',
  ],
  invitation: [
    'id',
    'merchant_id',
    'email',
    'role',
    'token_hash',
    'created_at',
    'expires_at',
  ],
  ledger_entry: [
    'transaction_id',
    'line',
    'account',
    'merchant_id',
    'wallet_id',
    'amount_kobo',
    'wallet_n',
    'wallet_balance_kobo',
    'previous_n',
    'previous_balance_kobo',
    'created_at',
  ],
  ledger_transaction: [
    'id',
    'kind',
    'cause',
    'order_id',
    'xid',
    'created_at',
  ],
  list_bucket: [
    'list',
    'axis',
    'bucket',
    'products',
    'in_stock',
  ],
  mail_link: [
    'token_hash',
    'account_id',
    'purpose',
    'expires_at',
    'used_at',
  ],
  membership: [
    'id',
    'account_id',
    'merchant_id',
    'role',
    'created_at',
  ],
  merchant: [
    'id',
    'slug',
    'name',
    'place',
    'country',
    'since',
    'own_brand',
    'cover_key',
    'email',
    'commission_per_mille',
    'handling_days',
    'suspended_at',
    'former_emails',
    'email_changed_at',
    'state',
    'first_steps_dismissed_at',
    'description',
    'policies',
    'holiday_from',
    'holiday_until',
    'holiday_note',
    'is_on_holiday',
  ],
  merchant_followers: [
    'merchant_id',
    'followers',
  ],
  merged_category: [
    'id',
    'into_id',
  ],
  merged_product: [
    'id',
    'into_id',
    'merged_at',
    'adds_stock',
  ],
  merged_sub_item: [
    'id',
    'into_id',
  ],
  message_post: [
    'thread_id',
    'n',
    'side',
    'content',
    'created_at',
  ],
  message_thread: [
    'id',
    'type',
    'account_id',
    'merchant_id',
    'subject',
    'product_id',
    'product_title',
    'order_id',
    'last_n',
    'last_at',
    'buyer_last',
    'merchant_last',
    'buyer_read',
    'merchant_read',
    'buyer_mailed',
    'merchant_mailed',
    'changed',
    'unanswered_since',
  ],
  message_words: [
    'thread_id',
    'words',
  ],
  migration: [
    'name',
    'applied_at',
  ],
  order_line: [
    'order_id',
    'position',
    'product_id',
    'title',
    'picture_key',
    'unit_kobo',
    'quantity',
    'merchant_id',
    'discount_kobo',
    'shipment_kobo',
    'commission_kobo',
    'cancelled_quantity',
    'perishable',
    'returned_quantity',
    'released_quantity',
  ],
  parcel: [
    'id',
    'fulfilment_id',
    'carrier',
    'tracking_number',
    'shipped_at',
    'delivered_at',
    'release_at',
  ],
  parcel_line: [
    'parcel_id',
    'position',
    'quantity',
    'not_received_quantity',
  ],
  passkey: [
    'id',
    'account_id',
    'public_key',
    'counter',
    'transports',
    'label',
    'backed_up',
    'created_at',
    'last_used_at',
  ],
  payment: [
    'reference',
    'order_id',
    'provider',
    'status',
    'amount_kobo',
    'currency',
    'authorization_url',
    'access_code',
    'paid_amount',
    'paid_currency',
    'held_for',
    'created_at',
    'ask_at',
    'verified_at',
  ],
  payout: [
    'id',
    'batch_id',
    'merchant_id',
    'status',
    'amount_kobo',
    'bank_account_id',
    'provider',
    'fee_kobo',
    'reason',
    'ask_at',
    'created_at',
    'approved_at',
    'sent_at',
    'finished_at',
    'reversed_at',
    'late_at',
    'known_at',
    'lost_at',
    'stopped_at',
  ],
  payout_batch: [
    'id',
    'status',
    'scheduled_for',
    'created_at',
    'approved_at',
    'done_at',
    'file_made_at',
  ],
  product: [
    'id',
    'slug',
    'title',
    'merchant_id',
    'sub_item_id',
    'category_id',
    'brand',
    'own_brand',
    'origin',
    'description',
    'warranty',
    'keywords',
    'weight_grams',
    'price_kobo',
    'discount_percent',
    'sale_kobo',
    'stock',
    'listed_at',
    'sku',
    'category_names',
    'search_names',
    'search_all',
    'perishable',
  ],
  product_import: [
    'id',
    'merchant_id',
    'state',
    'file_name',
    'header',
    'columns',
    'set_stock',
    'lines',
    'last_line',
    'created',
    'changed',
    'unchanged',
    'refused',
    'remarks',
    'created_at',
    'finished_at',
  ],
  product_import_line: [
    'import_id',
    'line',
    'cells',
    'product_id',
    'problems',
  ],
  product_index: [
    'id',
    'merchant_id',
    'state',
    'stock',
    'stock_level',
    'title_key',
    'price_kobo',
    'changed_at',
  ],
  product_likeness: [
    'id',
    'merchant_id',
    'likeness',
    'is_repeated',
    'is_dismissed',
  ],
  product_picture: [
    'product_id',
    'position',
    'key',
    'alt',
  ],
  product_report: [
    'id',
    'product_id',
    'account_id',
    'reason',
    'text',
    'reported_at',
    'closed_at',
    'outcome',
  ],
  product_takedown: [
    'id',
    'product_id',
    'merchant_id',
    'taken_down_at',
    'taken_down_by',
    'reason',
    'was_live',
    'decided_at',
    'asked_at',
    'lifted_at',
    'lifted_by',
  ],
  product_words: [
    'id',
    'words',
  ],
  recovery_code: [
    'account_id',
    'code_hash',
    'used_at',
  ],
  refund: [
    'reference',
    'amount_kobo',
    'status',
    'refused_for',
    'reason',
    'created_at',
    'ask_at',
    'attempts',
    'provider_id',
    'provider_status',
    'follow_at',
    'updated_at',
    'payment_reference',
    'paid_by_bank',
  ],
  return_line: [
    'return_id',
    'parcel_id',
    'position',
    'quantity',
  ],
  return_picture: [
    'id',
    'account_id',
    'return_id',
    'n',
    'bytes',
    'created_at',
  ],
  return_request: [
    'id',
    'order_id',
    'account_id',
    'merchant_id',
    'status',
    'reason',
    'refund_to',
    'created_at',
    'updated_at',
    'decide_by',
    'appeal_by',
    'is_appealed',
    'is_decided_by_operator',
    'to_payment_kobo',
    'to_wallet_kobo',
    'refund_references',
  ],
  return_step: [
    'return_id',
    'n',
    'status',
    'taken_by',
    'note',
    'at',
  ],
  sandbox_mail: [
    'n',
    'id',
    'recipient',
    'subject',
    'text',
    'html',
    'sent_at',
    'reply_to',
  ],
  sandbox_payment: [
    'reference',
    'access_code',
    'email',
    'amount',
    'currency',
    'return_url',
    'status',
    'created_at',
    'refund_note',
  ],
  sandbox_provider: [
    'only_one',
    'secret',
  ],
  sandbox_refund: [
    'reference',
    'n',
    'amount',
    'note',
    'created_at',
  ],
  sandbox_transfer: [
    'reference',
    'amount',
    'account_number',
    'asked',
    'created_at',
  ],
  saved_change: [
    'n',
    'product_id',
    'sold_out',
    'at',
  ],
  saved_item: [
    'account_id',
    'product_id',
    'saved_at',
    'known_kobo',
    'known_in_stock',
    'changed_at',
  ],
  saved_notes: [
    'account_id',
    'enabled',
    'unsubscribe_token',
    'sent_at',
  ],
  saved_reply: [
    'id',
    'merchant_id',
    'title',
    'content',
  ],
  search_synonyms: [
    'only_one',
    'revision',
    'list',
    'changed_at',
    'changed_by',
  ],
  search_word: [
    'word',
  ],
  seller_token: [
    'merchant_id',
    'token_hash',
    'created_at',
  ],
  session: [
    'token_hash',
    'account_id',
    'expires_at',
    'merchant_token_hash',
    'signed_in_at',
  ],
  shipping_address: [
    'id',
    'account_id',
    'first_name',
    'last_name',
    'phone_number',
    'line1',
    'line2',
    'line3',
    'country_code',
    'region_id',
    'city_id',
    'country',
    'region',
    'city',
    'postal_code',
    'is_default',
    'created_at',
  ],
  shop_order: [
    'id',
    'account_id',
    'status',
    'cancelled_for',
    'currency',
    'subtotal_kobo',
    'shipment_kobo',
    'discount_kobo',
    'total_kobo',
    'coupon_id',
    'coupon_code',
    'fingerprint',
    'customer',
    'ship_to',
    'tracking_number',
    'created_at',
    'updated_at',
    'expires_at',
    'credit_kobo',
    'converted_currency',
    'converted_decimals',
    'converted_micro_naira',
    'converted_as_of',
    'estimated_delivery',
    'paid_at',
    'address_changed_at',
    'expected_from',
    'expected_to',
    'weight_grams',
  ],
  store_application: [
    'merchant_id',
    'account_id',
    'phone',
    'categories',
    'description',
    'expected_products',
    'registration_number',
    'terms_version',
    'terms_accepted_at',
    'terms_account_id',
    'created_at',
    'state_since',
    'submitted_at',
    'decline_reason',
  ],
  sub_category: [
    'id',
    'category_id',
    'slug',
    'name',
    'position',
    'hide_when_empty',
  ],
  sub_item: [
    'id',
    'sub_category_id',
    'category_id',
    'slug',
    'name',
    'position',
    'hide_when_empty',
  ],
  support_message: [
    'id',
    'full_name',
    'email',
    'subject',
    'content',
    'created_at',
    'delivered_at',
    'claimed_until',
  ],
  suspended_product: [
    'id',
    'merchant_id',
    'stock',
    'product',
    'pictures',
    'state',
    'slug',
    'sku',
    'sub_item_id',
  ],
  taken_pieces: [
    'order_id',
    'position',
    'first_piece',
    'quantity',
    'kind',
    'taken_at',
    'settled_outside',
    'not_received',
  ],
  totp: [
    'account_id',
    'secret',
    'confirmed_at',
    'last_step',
  ],
  viewed_product: [
    'account_id',
    'product_id',
    'viewed_at',
  ],
  wallet: [
    'id',
    'account_id',
  ],
  wallet_entry: [
    'account_id',
    'n',
    'amount_kobo',
    'balance_kobo',
    'kind',
    'order_id',
    'cause',
    'created_at',
    'previous_n',
    'previous_balance_kobo',
  ],
  webhook_attempt: [
    'delivery_id',
    'n',
    'started_at',
    'duration_ms',
    'status_code',
    'failure',
  ],
  webhook_delivery: [
    'id',
    'event_id',
    'endpoint_id',
    'status',
    'attempts',
    'tries',
    'next_attempt_at',
    'created_at',
  ],
  webhook_endpoint: [
    'id',
    'merchant_id',
    'url',
    'event_types',
    'is_enabled',
    'disabled_for',
    'failing_since',
    'free_at',
    'created_at',
  ],
  webhook_event: [
    'id',
    'merchant_id',
    'type',
    'data',
    'created_at',
  ],
  webhook_secret: [
    'id',
    'endpoint_id',
    'ciphertext',
    'ends_at',
  ],
} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
